import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../lib/attendances/attendance.js'
import { inParallel } from '../../../lib/table/in-parallel.js'
import { startEngine } from '../../../local/engine/engine.js'
import { type Scene, type Sent, send, startOtherProcess } from '../../support/places/commands-of-places.js'
import { engineKinds } from '../../support/engine/engines.js'
import { MemoryTable } from '../../support/interleaving/memory-table.js'
import { takingTurns } from '../../support/interleaving/random-turns.js'
import {
  type Attending,
  type Command,
  type State,
  emptyState,
  outcomesOf,
  promoted,
} from '../../support/places/model-of-places.js'
import { Crashed, type Process, crashingAfter, processOn, processWith } from '../../support/places/places.js'
import { isLong, sized, timeFor } from '../../support/size.js'
import { tableAt } from '../../support/engine/tables.js'

/*
 * Random histories of an event: people come with guests, change their parties, cancel, come again and are
 * merged; its capacity and its
 * waiting list change. Two processes send the commands, a third one consumes the stream, and each crashes at any
 * request. A plain model says what may have come of it.
 */

const PEOPLE = 7

/** States that a model keeps: a step makes up to 48 of each. */
const MOST_STATES = 500

/** Commands that are sent at the same time; or the sweeper runs, after which the event is as it should be. */
type Step = { sent: (Omit<Sent, 'isRush'> & { process: number })[]; consumerCrashesAfter: number | undefined } | 'sweep'

const person = fc.nat(PEOPLE - 1)
/** Capacities of one bucket, of several, and without a limit. */
const capacity = fc.constantFrom(1, 2, 2, 3, 4, 11, null)
const crashesAfter = fc.option(fc.nat(25), { freq: 4, nil: undefined })
const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('rsvp' as const),
      person,
      guests: fc.constantFrom(0, 0, 0, 1, 3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'accept' as const), person }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('party' as const),
      person,
      guests: fc.constantFrom(0, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...[0, 2].map((into) => ({ kind: 'merge' as const, person: into + 1, into }))),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('capacity' as const), to: capacity }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('confirm' as const), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const), day: fc.constantFrom(1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waitlist' as const), on: fc.boolean() }) },
)

function histories() {
  const sent = fc.record({ command: commands, process: fc.nat(1), crashesAfter })
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        sent: fc.array(sent, { minLength: 1, maxLength: 3 }),
        consumerCrashesAfter: crashesAfter,
      }),
    },
    { weight: 1, arbitrary: fc.constant('sweep' as const) },
  )
  return fc.record({
    capacity,
    waitlist: fc.constantFrom(true, true, false),
    steps: fc.array(step, { minLength: 10, maxLength: 16 }),
  })
}

type Send = (sent: Sent, scene: Scene) => Promise<void>

/** The processes of a history. */
interface Players {
  /** Reads what has become of the event, and consumes what waits. */
  survivor: Process
  /** Two that send commands. */
  send: Send[]
}

type History = typeof histories extends () => fc.Arbitrary<infer Each> ? Each : never

/** Plays a history, and compares what has become of the event with the model at each sweep. */
async function play({ steps, ...first }: History, isRush: boolean, { survivor, send }: Players) {
  const event = await survivor.newEvent({
    ...(first.capacity !== null && { capacity: first.capacity }),
    ...(first.waitlist && { waitlist: true }),
  })
  const people = Array.from({ length: PEOPLE }, () => randomUUID())
  let states: State[] = [emptyState(PEOPLE, first)]
  for (const [i, step] of [...steps, 'sweep' as const].entries()) {
    // Several possible results of each step multiply the possible states, until they are compared.
    if (step === 'sweep' || states.length > MOST_STATES) {
      await consumeAll(survivor)
      const state = visiblePart(await observed(survivor, event, people))
      const possible = states.map(promoted)
      if (!possible.map(visiblePart).includes(state))
        throw new Error(
          `${state} is none of\n${possible.map(visiblePart).join('\n')}\nafter ${JSON.stringify(steps.slice(0, i))}`,
        )
      states = possible.filter((each) => visiblePart(each) === state)
    }
    if (step !== 'sweep') {
      const { sent, consumerCrashesAfter } = step
      const commands = Promise.all(
        sent.map(({ process, ...each }) => (send[process] as Send)({ ...each, isRush }, { event, people })),
      )
      await Promise.all([commands, consumeDuring(commands, survivor, consumerCrashesAfter)])
      // A crashed process's changes are in force once the consumer has settled them. In a rush, a process that has just
      // found the event full leaves people who join its list to the consumer, too.
      if (isRush || sent.some((each) => each.crashesAfter !== undefined)) await consumeAll(survivor)
      const attempts = sent.map(({ command, crashesAfter }) => ({
        command,
        mayBeLost: crashesAfter !== undefined,
      }))
      states = outcomesOf(states, attempts, i)
    }
  }
}

const CALM_AND_RUSH: [string, boolean][] = [
  ['in calm', false],
  ['in a rush', true],
]

describe('the places of an event in a table whose commands take turns at random', () => {
  it.each(CALM_AND_RUSH)(
    'are as they should be after any history, %s',
    { timeout: timeFor(120_000) },
    async (_, isRush) => {
      const property = fc.asyncProperty(histories(), async (history) => {
        const memory = new MemoryTable()
        const process = () => processWith(takingTurns(memory))
        const [one, other, survivor] = [process(), process(), process()]
        await play(history, isRush, {
          survivor,
          send: [one, other].map((each) => (sent, scene) => send(each, sent, scene)),
        })
        expect(await survivor.violations()).toEqual([])
      })
      // Some of them at the same time: now and then, a settlement waits for a second.
      const numRuns = sized(16, 4_000) / AT_ONCE
      await Promise.all(Array.from({ length: AT_ONCE }, () => fc.assert(property, { numRuns, endOnFailure: true })))
    },
  )
})

const AT_ONCE = sized(4, 8)

/** Histories of one engine: each becomes slower with what was written to it. */
const PER_ENGINE = 25
const ENGINES_AT_ONCE = 4

describe.each(isLong ? engineKinds() : engineKinds().slice(0, 1))('the places of an event on %s', (kind) => {
  const playOnEngine = async (numRuns: number, isRush: boolean) => {
    const engine = await startEngine({ kind })
    const address = await tableAt(engine.endpoint)
    const survivor = processOn(address)
    const others = await Promise.all([startOtherProcess(address), startOtherProcess(address)])
    const send = others.map(
      (each): Send =>
        (...sent) =>
          each.send(...sent),
    )
    const property = fc.asyncProperty(histories(), (history) => play(history, isRush, { survivor, send }))
    await fc.assert(property, { numRuns, endOnFailure: true })
    await survivor.sweep()
    expect(await survivor.violations()).toEqual([])
    await Promise.all(others.map((each) => each.end()))
    await engine.stop()
  }

  it.each(CALM_AND_RUSH)(
    'are as they should be after any history of two processes, %s',
    { timeout: timeFor(120_000) },
    async (_, isRush) => {
      const numRuns = sized(2, PER_ENGINE)
      const engines = Array.from({ length: sized(1, 1_000 / PER_ENGINE) }, () => numRuns)
      await inParallel(engines, ENGINES_AT_ONCE, (each) => playOnEngine(each, isRush))
    },
  )
})

/** Returns the visible part of a state. */
const visiblePart = ({ capacity, waitlist, day, people, queue }: State) =>
  JSON.stringify({ capacity, waitlist, day, people: people.map((each) => each && inOrder(each)), queue })

const inOrder = ({ status, guests, isConfirmed, isMerged }: Attending) => [status, guests, isConfirmed, isMerged]

/** Consumes until nothing is left: a settlement leaves changes of totals to be counted. */
async function consumeAll(through: Process): Promise<void> {
  for (let i = 0; i < 5; i++) if ((await through.consume()) === 0) return
}

/** Does what waits, as the consumer of the stream does, while commands are under way; it may crash once. */
async function consumeDuring(commands: Promise<unknown>, whole: Process, crashesAfter: number | undefined) {
  let isOver = false
  const ended = commands.finally(() => (isOver = true)).catch(() => undefined)
  let consumer = crashesAfter === undefined ? whole : processWith(crashingAfter(crashesAfter, whole.table))
  while (!isOver) {
    try {
      await consumer.consume()
    } catch (error) {
      if (!(error instanceof Crashed)) throw error
      consumer = whole
    }
    await Promise.race([ended, pause(100)])
  }
}

/** Returns the state of an event, as the model has it. The totals count the attendances. */
async function observed(through: Process, event: string, people: string[]): Promise<State> {
  const found = await through.find(event)
  const attendances = await Promise.all(
    people.map((person) => through.attendanceOf(event, person).catch(() => undefined)),
  )
  const all = attendances.map(
    (each) =>
      each && {
        status: statusOf(each),
        guests: each.guests ?? 0,
        ...(each.confirmed_date !== undefined && { isConfirmed: true }),
        ...(each.merged_into !== undefined && { isMerged: true }),
      },
  )
  const count = (status: string) => all.filter((each) => each?.status === status).length
  expect(found.totals).toMatchObject({
    accepted: count('accepted'),
    declined: count('declined'),
    waitlisted: count('tentative'),
    confirmed: all.filter((each) => each?.isConfirmed).length,
    guests: all.reduce((sum, each) => sum + (each?.status === 'accepted' ? each.guests : 0), 0),
  })
  const position = (i: number) => attendances[i]?.waitlist_position ?? 0
  const queue = [...people.keys()].filter((i) => all[i]?.status === 'tentative')
  return {
    capacity: found.capacity ?? null,
    waitlist: found.waitlist ?? false,
    day: Number(found.start_date?.slice(8, 10)),
    people: all,
    answered: [],
    queue: queue.sort((one, other) => position(one) - position(other)),
  }
}
