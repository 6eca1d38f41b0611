import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type OsdiEvent, newEvent } from '../../../lib/events/event.js'
import { clauseOf, type FilterField } from '../../../lib/fields/filter.js'
import { eventFields } from '../../../lib/events/event-fields.js'
import { filterFields } from '../../../lib/fields/vocabulary.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { audit } from '../../../lib/app/audit.js'
import { changesAfter } from '../../../lib/collections/search/changes.js'
import { countChanges } from '../../../lib/collections/search/count-changes.js'
import { UpdateCommand } from '../../../lib/table/client/commands.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { restampIfLate } from '../../../lib/resources/late-writes.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { getOne } from '../../../lib/table/reads.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { withDeadline } from '../../../lib/runtime/request-context.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const GROUP: Owner = 'group:one'

describe.each(engineKinds())('changes on %s', (kind) => {
  let table: Table

  beforeEach(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  /** An event as it was made some time ago. */
  const givenEvent = async (title: string, created: string) => {
    const event = await newEvent(
      { title, origin_system: 'Test' },
      {
        id: randomUUID(),
        principal: { owner: GROUP },
        creator: 'someone',
        explicit_creator: false,
        now: new Date(created),
      },
      unknownLocation,
    )
    return (await eventStore(table).create(event)).resource
  }
  const change = (id: string, modified_date: string) =>
    eventStore(table).change(
      GROUP,
      id,
      async (event) => ({ ...event, modified_date, revision: event.revision + 1 }),
      'refuse',
    )
  const since = async (date: string, page = 1, per_page = 100) => {
    const field = filterFields<OsdiEvent>(eventFields, { nativePrefix: 'service' })[
      'modified_date'
    ] as FilterField<OsdiEvent>
    const filter = [clauseOf<OsdiEvent>(['modified_date', field], 'gt', date) as never]
    const found = await eventStore(table).list(GROUP, { page, per_page }, filter)
    return { titles: found.members.map(({ title }) => title), total: found.total_records }
  }
  const changeEntries = async () => (await changesAfter(table, lists.eventsOf(GROUP), ' ', 100)).entries
  const violations = async () => {
    const found: string[] = []
    await audit(table, (violation) => found.push(violation))
    return found
  }

  it('are read in order, whether an event was made or changed, and each event once', async () => {
    const one = await givenEvent('one', '2026-01-01T00:00:00.000Z')
    await givenEvent('two', '2026-01-02T00:00:00.000Z')
    await givenEvent('three', '2026-01-04T00:00:00.000Z')
    await change(one.id, '2026-01-03T00:00:00.000Z')
    expect(await since('2025-12-31')).toEqual({ titles: ['two', 'one', 'three'], total: 3 })
    expect(await since('2026-01-02')).toEqual({ titles: ['one', 'three'], total: 2 })
    expect(await since('2025-12-31', 2, 2)).toEqual({ titles: ['three'], total: 3 })
    expect(await since('2026-01-04')).toEqual({ titles: [], total: 0 })
  })

  it('are counted as they are read, also where they are many', async () => {
    const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString()
    const list = lists.eventsOf(GROUP)
    for (let i = 0; i < 12; i++) {
      const { id } = await givenEvent(`event ${i}`, day(i))
      if (i % 3 === 0) await change(id, day(20 + i))
    }
    for (const [from, before] of [
      [-1, 40],
      [0, 1],
      [5, 24],
      [12, 20],
      [23, 30],
      [7, 7],
    ] as const) {
      const range = { from: Date.parse(day(from)), before: Date.parse(day(before)) }
      const dates = (await eventStore(table).list(GROUP, { page: 1, per_page: 100 })).members.map(({ modified_date }) =>
        Date.parse(modified_date),
      )
      expect(await countChanges(table, list, 1, range)).toEqual({
        count: dates.filter((date) => date >= range.from && date < range.before).length,
        hasLater: dates.some((date) => date >= range.before),
      })
    }
  })

  it('leave no trace in the index before there are any, and the newest one afterwards', async () => {
    const { id } = await givenEvent('one', '2026-01-01T00:00:00.000Z')
    expect(await changeEntries()).toEqual([])
    await change(id, '2026-01-02T00:00:00.000Z')
    await change(id, '2026-01-03T00:00:00.000Z')
    expect(await changeEntries()).toMatchObject([{ changed_at: `2026-01-03T00:00:00.000Z#${id}` }])
  })

  it('date a write again that took too long for its readers to wait for it', async () => {
    const late = new Date(Date.now() - 5_000).toISOString()
    const event = await givenEvent('late', late)
    const { id } = event
    expect(event).toEqual(await eventStore(table).find(GROUP, id))
    expect(event.revision).toBe(2)
    expect(event.modified_date > late).toBe(true)
    expect(event.created_date).toBe(late)
    expect(await changeEntries()).toHaveLength(1)
    const changed = await change(id, new Date(Date.now() - 3_000).toISOString())
    expect(changed).toEqual(await eventStore(table).find(GROUP, id))
  })

  it('that were made of a late write meanwhile stay, and the late one stays as it was written', async () => {
    const list = lists.eventsOf(GROUP)
    const late = await givenEvent('late', '2026-01-01T00:00:00.000Z')
    const changed = await change(late.id, '2026-01-02T00:00:00.000Z')
    const written = { ...late, modified_date: new Date(Date.now() - 5_000).toISOString() }
    expect(await restampIfLate(table, list, keyOf.event(late.id), written)).toEqual(written)
    expect(await eventStore(table).find(GROUP, late.id)).toEqual(changed)
  })

  it('that took long have another revision, by which a reader of the stream knows them', async () => {
    const late = await givenEvent('late', '2026-01-01T00:00:00.000Z')
    const written = { ...late, modified_date: new Date(Date.now() - 1_500).toISOString() }
    const dated = await restampIfLate(table, lists.eventsOf(GROUP), keyOf.event(late.id), written)
    expect(dated.revision).toBe(late.revision + 1)
    const item = await getOne(table, keyOf.event(late.id))
    expect(item).toMatchObject({ modified_date: dated.modified_date, revision: 2 })
  })

  it('that are not in the index are found by the audit', async () => {
    const { id } = await givenEvent('one', '2026-01-01T00:00:00.000Z')
    await change(id, '2026-01-02T00:00:00.000Z')
    expect(await violations()).toEqual([])
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyOf.event(id),
        UpdateExpression: 'REMOVE changed_in, changed_at',
      }),
    )
    expect(await violations()).toEqual([expect.stringContaining(`event#${id}`)])
  })

  it('refuse at once to be waited for longer than a request has time', async () => {
    // However long it takes to be stored, it is newer than what every reader sees.
    await givenEvent('Rally', new Date(Date.now() + 60_000).toISOString())
    await withDeadline(2_900, () =>
      expect(since('2020-01-01T00:00:00Z')).rejects.toMatchObject({
        code: 'busy',
        message: 'The latest changes are not complete yet; try again',
      }),
    )
  })
})
