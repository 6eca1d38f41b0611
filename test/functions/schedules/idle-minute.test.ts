import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { IDLE_MINUTE, readsOfMinute } from '../../../bench/cost.js'
import { PutCommand } from '../../../lib/table/client/commands.js'
import { MOST_LOOKED_AT } from '../../../lib/collections/due-partitions.js'
import { dueAttributes } from '../../../lib/mail/store/due-mail.js'
import { keyOf } from '../../../lib/table/table.js'
import { isWhole } from '../../support/rooms.js'
import { invoke, table } from '../../support/service.js'

/* The cost of a minute without work, in the units that the engine reports. docs/cost.md multiplies them. */

beforeAll(async () => {
  // The first run makes the key of links, which a process remembers for a minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  await readsOfRuns()
})

async function readsOfRuns(): Promise<number> {
  const before = table.consumedCapacity.read
  for (const name of ['schedules/sweep', 'schedules/send-due-mail']) await invoke(name, {})
  return table.consumedCapacity.read - before
}

/** Emails of events that are due in a year. */
const schedule = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      const event = randomUUID()
      const due = new Date(Date.now() + 365 * 24 * 3_600_000)
      const Item = {
        event,
        cause: due.toISOString(),
        ...dueAttributes('mailing', due),
        ...keyOf.eventMail(event, 'reminder'),
      }
      return table.client.send(new PutCommand({ TableName: table.name, Item }))
    }),
  )

it.runIf(isWhole)(
  'a minute without work reads what docs/cost.md takes for it: a few units, and not one for each partition',
  async () => {
    vi.setSystemTime(Date.now())
    expect(await readsOfRuns()).toBe(IDLE_MINUTE.looks / 2)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await readsOfRuns()).toBe(IDLE_MINUTE.looks / 2 + IDLE_MINUTE.linkKeyUnits)
  },
)

it.runIf(isWhole)(
  'a minute reads more with emails that are due later, and never more than a query of each partition',
  async () => {
    await schedule(MOST_LOOKED_AT - 1)
    const few = await readsOfRuns()
    expect(few).toBeGreaterThan(IDLE_MINUTE.looks / 2)
    expect(few).toBeLessThanOrEqual(readsOfMinute(MOST_LOOKED_AT - 1))
    await schedule(1)
    // The run that finds so many looks in vain, once an hour.
    expect(await readsOfRuns()).toBeGreaterThan(IDLE_MINUTE.queries / 2)
    expect(await readsOfRuns()).toBe(IDLE_MINUTE.queries / 2)
  },
)
