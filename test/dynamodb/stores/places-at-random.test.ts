import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../lib/domain/attendance.js'
import { OsdiError } from '../../../lib/domain/errors.js'
import { markContended } from '../../../lib/dynamodb/lists/contention.js'
import { lists } from '../../../lib/dynamodb/lists/numbered-list.js'
import { engineKinds } from '../../support/engines.js'
import { type Command, type State, outcomesOf, promoted } from '../../support/model-of-places.js'
import { Crashed, type Process, crashingAfter, processOn, processWith } from '../../support/places.js'
import { isLong, sized, timeFor } from '../../support/size.js'
import { freshTable } from '../../support/tables.js'

/*
 * Random histories of an event: people come with guests, cancel and come again, its capacity and its waiting list
 * change, in two processes that crash at any request. A plain model says what may have come of it.
 */

const PEOPLE = 7

/** A command, of one of the processes, which may crash after so many requests. */
interface Sent {
  command: Command
  process: number
  crashesAfter: number | undefined
}

/** Commands that are sent at the same time; or consumer and sweeper run, after which the event is as it should be. */
type Step = Sent[] | 'sweep'

const person = fc.nat(PEOPLE - 1)
/** Of one bucket, and of several. */
const capacity = fc.constantFrom(1, 2, 2, 3, 4, 11)
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('capacity' as const), to: capacity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waitlist' as const), on: fc.boolean() }) },
)

function histories() {
  const sent: fc.Arbitrary<Sent> = fc.record({
    command: commands,
    process: fc.nat(1),
    crashesAfter: fc.option(fc.nat(25), { freq: 4, nil: undefined }),
  })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: fc.array(sent, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant('sweep' as const) },
  )
  return fc.record({
    capacity,
    waitlist: fc.constantFrom(true, true, false),
    steps: fc.array(step, { minLength: 10, maxLength: 16 }),
  })
}

describe.each(isLong ? engineKinds() : engineKinds().slice(0, 1))('the places of an event on %s', (kind) => {
  it.each([
    ['in calm', false],
    ['in a rush', true],
  ])('are as they should be after any history, %s', { timeout: timeFor(120_000) }, async (_, isRush) => {
    const address = await freshTable(kind)
    const processes = [processOn(address), processOn(address)]
    await fc.assert(
      fc.asyncProperty(histories(), async (history) => {
        const [survivor] = processes as [Process]
        const { steps, ...first } = history
        const event = await survivor.newEvent({
          capacity: first.capacity,
          ...(first.waitlist && { waitlist: true }),
        })
        const people = Array.from({ length: PEOPLE }, () => randomUUID())
        let states: State[] = [{ ...first, people: people.map(() => undefined), queue: [] }]
        for (const step of [...steps, 'sweep' as const]) {
          if (step === 'sweep') {
            // What a settlement leaves to be counted is counted by the next sweep.
            for (let i = 0; i < 3; i++) await survivor.sweep()
            const state = await observed(survivor, event, people)
            expect(states.map(promoted).map(written)).toContain(written(state))
            states = [state]
          } else {
            if (isRush) for (const { table } of processes) markContended(table, lists.attendancesOf(event))
            await Promise.all(step.map((sent) => send(sent, { processes, event, people })))
            states = outcomesOf(
              states,
              step.map(({ command, crashesAfter }) => ({ command, mayBeLost: crashesAfter !== undefined })),
            )
          }
        }
      }),
      { numRuns: sized(12, 2_500), endOnFailure: !isLong },
    )
    expect(await (processes[0] as Process).violations()).toEqual([])
  })
})

const written = (state: State) => JSON.stringify(state)

interface Scene {
  processes: Process[]
  event: string
  people: string[]
}

/** Sends a command. That an event is full, or a person unknown, is an answer. */
async function send(
  { command, process, crashesAfter }: Sent,
  { processes, event, people }: Scene,
): Promise<void> {
  const whole = processes[process] as Process
  const through = crashesAfter === undefined ? whole : processWith(crashingAfter(crashesAfter, whole.table))
  try {
    await done(command, through, event, people)
  } catch (error) {
    if (error instanceof Crashed) return
    if (!(error instanceof OsdiError && ['conflict', 'not_found'].includes(error.code))) throw error
  }
}

function done(command: Command, through: Process, event: string, people: string[]): Promise<unknown> {
  if (command.kind === 'capacity') return through.change(event, { capacity: command.to })
  if (command.kind === 'waitlist') return through.change(event, { waitlist: command.on })
  const person = people[command.person] as string
  if (command.kind === 'rsvp') return through.rsvp(event, person, command.guests)
  return through.changeStatus(event, person, command.kind === 'cancel' ? 'declined' : 'accepted')
}

/** What has become of an event, as the model has it. The totals count what the attendances are. */
async function observed(through: Process, event: string, people: string[]): Promise<State> {
  const found = await through.find(event)
  const attendances = await Promise.all(
    people.map((person) => through.attendanceOf(event, person).catch(() => undefined)),
  )
  const all = attendances.map((each) => each && { status: statusOf(each), guests: each.guests ?? 0 })
  const count = (status: string) => all.filter((each) => each?.status === status).length
  expect(found.totals).toMatchObject({
    ...{ accepted: count('accepted'), declined: count('declined'), waitlisted: count('tentative') },
    guests: all.reduce((sum, each) => sum + (each?.status === 'accepted' ? each.guests : 0), 0),
  })
  const position = (i: number) => attendances[i]?.waitlist_position ?? 0
  const queue = [...people.keys()].filter((i) => all[i]?.status === 'tentative')
  return {
    capacity: found.capacity ?? Infinity,
    waitlist: found.waitlist ?? false,
    people: all,
    queue: queue.sort((one, other) => position(one) - position(other)),
  }
}
