import { beforeAll, describe, expect, it } from 'vitest'
import type { CalendarEvent } from '../../../lib/calendars/calendar.js'
import { calendarStore } from '../../../lib/calendars/store/calendar-store.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const NOW = new Date('2030-05-04T12:00:00Z')
const OWNER = 'group:1'
const dayOf = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Puts events into the table: what calendars look at of them. */
async function fill(table: Table, events: { day: number; fields?: object }[], owner = OWNER) {
  const items = events.map(({ day, fields }, i) => ({
    ...keyOf.event(`${owner}-${dayOf(day)}-${i}`),
    id: `${owner}-${dayOf(day)}-${i}`,
    owner,
    hidden: false,
    start_date: `${dayOf(day)}T10:00:00`,
    ...fields,
  }))
  for (let i = 0; i < items.length; i += 25) {
    const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
  }
}

const times = (count: number, day: (i: number) => number, fields?: object) =>
  Array.from({ length: count }, (_, i) => ({ day: day(i), ...(fields && { fields }) }))

const HIDDEN = { hidden: true }

describe.each(engineKinds())('the events of a calendar on %s', async (kind) => {
  const { tableName, endpoint } = await freshTable(kind)
  const table = openTable({ tableName, dynamodbEndpoint: endpoint })
  const store = calendarStore(table)
  const daysOf = (events: CalendarEvent[]) => events.map(({ start_date }) => start_date?.slice(0, 10))

  beforeAll(async () => {
    const campaign = { event_campaign_id: 'far' }
    await fill(table, [
      ...times(110, (i) => -1 - (i % 29)),
      ...times(420, (i) => i),
      ...times(300, (i) => -31 - i),
      ...times(2, (i) => 500 + i, campaign),
      ...times(2, (i) => 502 + i, { ...campaign, hidden: true }),
      ...times(1, () => -40, campaign),
    ])
  })

  it('are the next 400 and the last 100 of a month', async () => {
    const days = daysOf(await store.eventsOf({ owner: OWNER }, { hidden: false }, NOW))
    expect(days).toEqual([...days].sort())
    expect(days.filter((day) => (day as string) >= dayOf(0))).toEqual(times(400, (i) => i).map(({ day }) => dayOf(day)))
    const before = days.filter((day) => (day as string) < dayOf(0))
    expect(before).toHaveLength(100)
    expect(before.at(-1)).toBe(dayOf(-1))
  })

  it('are found behind many of others, without those that are hidden', async () => {
    const scope = { owner: OWNER, event_campaign_id: 'far' } as const
    expect(daysOf(await store.eventsOf(scope, { hidden: false }, NOW))).toEqual([dayOf(500), dayOf(501)])
    expect(await store.eventsOf(scope, { hidden: true }, NOW)).toHaveLength(4)
    expect(await store.eventsOf({ ...scope, owner: 'group:2' }, { hidden: true }, NOW)).toEqual([])
  })

  it('are looked for among ten times as many as are shown, and no further', async () => {
    const owner = 'group:hiding'
    const listedDays = async () => daysOf(await store.eventsOf({ owner }, { hidden: false }, NOW))
    const [first, further] = [times(999, (i) => -1 - (i % 29), HIDDEN), times(1, () => -2, HIDDEN)]
    await fill(table, [...first, ...times(1, () => -30)], owner)
    expect(await listedDays()).toEqual([dayOf(-30)])
    await fill(table, further, owner)
    expect(await listedDays()).toEqual([])
  })

  it('cost half a unit each and some for the index, however many there were', async () => {
    const before = table.consumedCapacity.read
    await store.eventsOf({ owner: OWNER, event_campaign_id: 'far' }, { hidden: false }, NOW)
    expect(table.consumedCapacity.read - before).toBeLessThan(25)
  })
})
