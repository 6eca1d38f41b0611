/*
 * Models the seats of an event, without processes, requests and crashes: people come, cancel, wait and are merged, one
 * after the other.
 */

export type Command =
  | { kind: 'rsvp'; person: number; guests: number }
  | { kind: 'cancel' | 'accept' | 'confirm'; person: number }
  | { kind: 'party'; person: number; guests: number }
  /** Another start, by its day. */
  | { kind: 'start'; day: number }
  | { kind: 'merge'; person: number; into: number }
  /** null for as many as like. */
  | { kind: 'capacity'; to: number | null }
  | { kind: 'waitlist'; on: boolean }

export interface Attending {
  status: 'accepted' | 'declined' | 'tentative'
  guests: number
  isConfirmed?: boolean
  isMerged?: boolean
}

export interface State {
  capacity: number | null
  waitlist: boolean
  day: number
  /** By number; undefined for a person who has not answered. */
  people: (Attending | undefined)[]
  /** In which step each person answered first: of people of the same step, either may have been the first. */
  answered: (number | undefined)[]
  /** People on the waiting list, in order. */
  queue: number[]
}

/** The day on which an event starts at first. */
const FIRST_DAY = 1

export const emptyState = (people: number, { capacity, waitlist }: Pick<State, 'capacity' | 'waitlist'>) => ({
  capacity,
  waitlist,
  queue: [],
  day: FIRST_DAY,
  people: Array.from({ length: people }, () => undefined),
  answered: Array.from({ length: people }, () => undefined),
})

/** Applies a command to a state, before the seats are settled. */
function applied(state: State, command: Command, step: number, isResized: boolean): State[] {
  const coming = (person: number, guests?: number) => [
    comes(state, person, step, guests),
    // A request that read the event before its capacity was lowered lets the party wait; it is passed over.
    ...(isResized ? [comes(state, person, step, guests, Infinity)] : []),
  ]
  switch (command.kind) {
    case 'capacity':
      return [{ ...state, capacity: command.to }]
    case 'waitlist':
      return [{ ...state, waitlist: command.on }]
    case 'cancel':
      return [state.people[command.person] ? withStatus(state, command.person, 'declined') : state]
    case 'confirm': {
      const confirmed = state.people[command.person]
      if (confirmed?.status !== 'accepted') return [state]
      return [{ ...state, people: state.people.with(command.person, { ...confirmed, isConfirmed: true }) }]
    }
    case 'start':
      return [
        command.day === state.day
          ? state
          : { ...state, day: command.day, people: state.people.map((each) => each && unconfirmed(each)) },
      ]
    case 'accept':
      return hasCanceled(state, command.person) ? coming(command.person) : [state]
    case 'party':
      return resized(state, command.person, command.guests, isResized)
    case 'rsvp': {
      const isOpen = !state.people[command.person] || hasCanceled(state, command.person)
      return isOpen ? coming(command.person, command.guests) : [state]
    }
    case 'merge':
      return merged(state, command.person, command.into)
  }
}

function unconfirmed({ isConfirmed: _isConfirmed, ...others }: Attending): Attending {
  return others
}

const hasCanceled = ({ people }: State, person: number) =>
  people[person]?.status === 'declined' && !people[person].isMerged

/**
 * A person comes if there is room and no one waits, or waits if there is a list, or is refused. A party that is larger
 * than the event does not wait, and is passed over where the capacity was lowered since it joined the list.
 */
function comes(
  state: State,
  person: number,
  step: number,
  guests = state.people[person]?.guests ?? 0,
  largest = state.capacity ?? Infinity,
): State {
  const isAdmitted = lineOf(state).length === 0 && roomIn(state) >= 1 + guests
  if (!isAdmitted && (!state.waitlist || 1 + guests > largest)) return state
  const people = state.people.with(person, { status: 'declined', guests })
  const answered = state.answered.with(person, state.answered[person] ?? step)
  return withStatus({ ...state, people, answered }, person, isAdmitted ? 'accepted' : 'tentative')
}

/**
 * A party shrinks at once. It grows where there is room and no one waits; one that waits grows as long as the event can
 * hold it, and keeps its place in line.
 */
function resized(state: State, person: number, guests: number, isResized: boolean): State[] {
  const party = state.people[person]
  if (!party || party.isMerged) return [state]
  const after = { ...state, people: state.people.with(person, { ...party, guests }) }
  const by = guests - party.guests
  if (by <= 0 || party.status === 'declined') return [after]
  if (party.status === 'accepted') return [lineOf(state).length === 0 && roomIn(state) >= by ? after : state]
  if (1 + guests <= (state.capacity ?? Infinity)) return [after]
  return isResized ? [after, state] : [state]
}

function withStatus(state: State, person: number, status: Attending['status']): State {
  const others = state.queue.filter((each) => each !== person)
  return {
    ...state,
    people: state.people.with(person, { ...unconfirmed(state.people[person] as Attending), status }),
    queue: status === 'tentative' ? [...others, person] : others,
  }
}

/** A merge keeps a confirmation: the RSVP that is confirmed comes, and so does the one that is kept. */
function merged(state: State, other: number, keep: number): State[] {
  const isConfirmed = [other, keep].some((each) => state.people[each]?.isConfirmed)
  return mergedByRank(state, other, keep).map((each) =>
    isConfirmed && each !== state
      ? { ...each, people: each.people.with(keep, { ...(each.people[keep] as Attending), isConfirmed }) }
      : each,
  )
}

/**
 * An accepted RSVP takes precedence over a waiting one, and that over a declined one; then the earlier RSVP, or the one
 * that is in front. The other one has no seats any more.
 */
function mergedByRank(state: State, other: number, keep: number): State[] {
  const [gone, kept] = [state.people[other], state.people[keep]]
  if (!gone || gone.isMerged) return [state]
  const [first, second] = [state.answered[other] as number, state.answered[keep]]
  const without = state.people.with(other, { status: 'declined', guests: 0, isMerged: true })
  const answered = state.answered.with(keep, second ?? first)
  const withTheirs = {
    ...state,
    answered,
    people: without.with(keep, gone),
    queue: state.queue.filter((each) => each !== keep).map((each) => (each === other ? keep : each)),
  }
  const withOwn = { ...state, people: without, queue: state.queue.filter((each) => each !== other) }
  if (!kept || second === undefined) return [withTheirs]
  const ranks = ['accepted', 'tentative', 'declined']
  const [rank, rankOfKept] = [gone, kept].map(({ status }) => ranks.indexOf(status)) as [number, number]
  if (rank !== rankOfKept) return [rank < rankOfKept ? withTheirs : withOwn]
  if (gone.status === 'tentative')
    return [state.queue.indexOf(other) < state.queue.indexOf(keep) ? withTheirs : withOwn]
  if (first < second) return [withTheirs]
  return first > second ? [withOwn] : [withTheirs, withOwn]
}

/** Promotes the first of the list as long as each fits. */
export function promoted(state: State): State {
  const [first] = lineOf(state)
  if (first === undefined || 1 + (state.people[first]?.guests ?? 0) > roomIn(state)) return state
  return promoted(withStatus(state, first, 'accepted'))
}

/** The people on the list whose parties the event can hold. */
const lineOf = ({ queue, people, capacity }: State) =>
  queue.filter((each) => 1 + (people[each]?.guests ?? 0) <= (capacity ?? Infinity))

const roomIn = ({ capacity, people }: State) =>
  (capacity ?? Infinity) - people.reduce((sum, each) => sum + (each?.status === 'accepted' ? 1 + each.guests : 0), 0)

/** A command of a process, which may crash and not have done it. */
export interface Attempt {
  command: Command
  mayBeLost: boolean
}

/**
 * The states to which commands lead that are sent at the same time: in any order, each as a whole or not at all.
 * @param step number of the step, which grows
 */
export function outcomesOf(states: State[], attempts: Attempt[], step: number): State[] {
  const all = new Map<string, State>()
  const isResized = attempts.some(({ command }) => command.kind === 'capacity')
  for (const state of states)
    for (const outcome of fromOne(state, attempts, step, isResized)) all.set(JSON.stringify(outcome), outcome)
  return [...all.values()]
}

function fromOne(state: State, attempts: Attempt[], step: number, isResized: boolean): State[] {
  if (attempts.length === 0) return [state]
  return attempts.flatMap(({ command, mayBeLost }, i) => {
    const others = attempts.toSpliced(i, 1)
    // A settlement may come after the command that is next.
    const after = applied(state, command, step, isResized).flatMap((each) => [promoted(each), each])
    return [...after, ...(mayBeLost ? [state] : [])].flatMap((next) => fromOne(next, others, step, isResized))
  })
}
