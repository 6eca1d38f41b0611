import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { settle } from '../../../lib/dynamodb/stores/settle.js'
import {
  Crashed,
  crashingAfterTransaction,
  processOn,
  processWith,
  withBefore,
} from '../../support/places.js'
import { freshTable } from '../../support/tables.js'

/** Requests of a settlement before it reads the buckets: the records, the state, the event. */
const BEFORE_BUCKETS = 3

/** A promise that the test resolves. */
function signal() {
  let give!: () => void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

it('finishes a settlement that crashed, though another one has removed the records that it found', async () => {
  const process = processOn(await freshTable())
  const event = await process.newEvent({ capacity: 1 })
  await process.rsvp(event, randomUUID())
  const changeAndCrash = (change: object) =>
    expect(processWith(crashingAfterTransaction(process.table)).change(event, change)).rejects.toThrow(
      Crashed,
    )
  await changeAndCrash({ capacity: 11 })

  // The other one knows the closed places and the waiting list, which keeps them closed as far as it knows.
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
