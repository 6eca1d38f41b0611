/*
 * What the places of an event should be, without processes, requests and crashes: people come, cancel and wait, one
 * after the other.
 */

export type Command =
  | { kind: 'rsvp'; person: number; guests: number }
  | { kind: 'cancel' | 'accept'; person: number }
  | { kind: 'capacity'; to: number }
  | { kind: 'waitlist'; on: boolean }

export interface Attending {
  status: 'accepted' | 'declined' | 'tentative'
  guests: number
}

export interface State {
  capacity: number
  waitlist: boolean
  /** By number; undefined for a person who has not answered. */
  people: (Attending | undefined)[]
  /** People on the waiting list, in order. */
  queue: number[]
}

/** What a command makes of a state, before the places are settled. */
function applied(state: State, command: Command): State {
  switch (command.kind) {
    case 'capacity':
      return { ...state, capacity: command.to }
    case 'waitlist':
      return { ...state, waitlist: command.on }
    case 'cancel':
      return state.people[command.person] ? withStatus(state, command.person, 'declined') : state
    case 'accept':
      return state.people[command.person]?.status === 'declined' ? comes(state, command.person) : state
    case 'rsvp': {
      const { status } = state.people[command.person] ?? { status: 'declined' }
      return status === 'declined' ? comes(state, command.person, command.guests) : state
    }
  }
}

/** A person comes if there is room and no one waits, or waits if there is a list, or is refused. */
function comes(state: State, person: number, guests = state.people[person]?.guests ?? 0): State {
  const isAdmitted = state.queue.length === 0 && roomIn(state) >= 1 + guests
  if (!isAdmitted && !state.waitlist) return state
  const people = state.people.with(person, { status: 'declined', guests })
  return withStatus({ ...state, people }, person, isAdmitted ? 'accepted' : 'tentative')
}

function withStatus(state: State, person: number, status: Attending['status']): State {
  const { guests } = state.people[person] as Attending
  const others = state.queue.filter((each) => each !== person)
  return {
    ...state,
    people: state.people.with(person, { status, guests }),
    queue: status === 'tentative' ? [...others, person] : others,
  }
}

/** Promotes the first of the list as long as each fits. */
export function promoted(state: State): State {
  const [first] = state.queue
  if (first === undefined || 1 + (state.people[first]?.guests ?? 0) > roomIn(state)) return state
  return promoted(withStatus(state, first, 'accepted'))
}

const roomIn = ({ capacity, people }: State) =>
  capacity - people.reduce((sum, each) => sum + (each?.status === 'accepted' ? 1 + each.guests : 0), 0)

/** A command of a process, which may crash and not have done it. */
export interface Attempt {
  command: Command
  mayBeLost: boolean
}

/** The states to which commands lead that are sent at the same time: in any order, each as a whole or not at all. */
export function outcomesOf(states: State[], attempts: Attempt[]): State[] {
  const all = states.flatMap((state) => fromOne(state, attempts))
  return [...new Map(all.map((state) => [JSON.stringify(state), state])).values()]
}

function fromOne(state: State, attempts: Attempt[]): State[] {
  if (attempts.length === 0) return [state]
  return attempts.flatMap(({ command, mayBeLost }, i) => {
    const others = attempts.toSpliced(i, 1)
    const after = applied(state, command)
    // A settlement may come after the command that is next.
    return [promoted(after), after, ...(mayBeLost ? [state] : [])].flatMap((next) => fromOne(next, others))
  })
}
