import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { markContended } from '../../../lib/collections/contention.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { settle } from '../../../lib/app/sequencer.js'
import {
  Crashed,
  crashingAfterTransaction,
  processOn,
  processWith,
  untilDone,
  withBefore,
} from '../../support/places/places.js'
import { sized } from '../../support/size.js'
import { freshTable } from '../../support/engine/tables.js'

/** Requests of a settlement before it reads the buckets: the records, the state, the event. */
const BEFORE_BUCKETS = 3

/** A promise that the test resolves. */
function signal() {
  let give!: () => void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

it('a settlement finishes one that crashed, though another one has removed the records that it found', async () => {
  const process = processOn(await freshTable())
  const event = await process.newEvent({ capacity: 1 })
  await process.rsvp(event, randomUUID())
  const changeAndCrash = (change: object) =>
    expect(processWith(crashingAfterTransaction(process.table)).change(event, change)).rejects.toThrow(Crashed)
  await changeAndCrash({ capacity: 11 })

  // The other one knows the closed seats and the waiting list, which keeps them closed as far as it knows.
  const [hasRead, mayGoOn] = [signal(), signal()]
  let requests = 0
  const slow = withBefore(process.table, async () => {
    if (requests++ !== BEFORE_BUCKETS) return
    hasRead.give()
    await mayGoOn.given
  })
  let other: Promise<void> | undefined
  const crashing = withBefore(crashingAfterTransaction(process.table), async ({ input }) => {
    if (!('TransactItems' in input) || other) return
    await changeAndCrash({ waitlist: true })
    other = settle(slow, event)
    await hasRead.given
  })
  await expect(settle(crashing, event)).rejects.toThrow(Crashed)
  mayGoOn.give()
  await other

  await process.consume()
  expect(await process.violations()).toEqual([])
  for (let guest = 0; guest < 10; guest++) await process.rsvp(event, randomUUID())
  expect((await process.find(event)).totals).toMatchObject({ accepted: 11, waitlisted: 0 })
})

/** Fewer requests than the settlement of a new capacity has. */
const REQUESTS = 40
/** At the same time: an adoption waits for what is under way. */
const AT_ONCE = 16
/** Before each of the requests, or before each third one, from any of the first three. */
const STEP = sized(3, 1)
const FIRST = Math.floor(Math.random() * STEP)

describe.each([
  ['in calm', false],
  ['in a rush', true],
])('a cancellation %s at any moment while an event gets its first capacity', (_, isRush) => {
  it('leaves as many seats taken as people come', async () => {
    const process = processOn(await freshTable())
    /** Cancels before a request of the settlement. @returns whether it has so many */
    const cancelBefore = async (request: number): Promise<boolean> => {
      const event = await process.newEvent({})
      const people = Array.from({ length: 3 }, () => randomUUID())
      for (const person of people) await process.rsvp(event, person)
      const changing = processWith(crashingAfterTransaction(process.table))
      await expect(changing.change(event, { capacity: 4 })).rejects.toThrow(Crashed)
      // Its own settlement would finish this one.
      const canceling = processWith(crashingAfterTransaction({ ...process.table }))
      if (isRush) markContended(canceling.table, lists.attendancesOf(event))
      let requests = 0
      const settling = withBefore(process.table, async () => {
        if (requests++ !== request) return
        const canceled = canceling.changeStatus(event, people[0] as string, 'declined')
        await expect(canceled).rejects.toThrow(Crashed)
      })
      await untilDone(() => settle(settling, event))
      return requests > request
    }
    let interrupted = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, first) => {
        for (let request = FIRST + first * STEP; await cancelBefore(request); request += AT_ONCE * STEP)
          interrupted += 1
      }),
    )
    expect(interrupted).toBeGreaterThan(Math.floor(REQUESTS / STEP))
    while ((await process.consume()) > 0);
    expect(await process.violations()).toEqual([])
  })
})
