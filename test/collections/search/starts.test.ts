import { beforeAll, describe, expect, it } from 'vitest'
import type { OsdiEvent } from '../../../lib/events/event.js'
import { type Clause, type Filter, clauseOf, type FilterField } from '../../../lib/fields/filter.js'
import { eventFields } from '../../../lib/events/event-fields.js'
import { filterFields } from '../../../lib/fields/vocabulary.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { inPieces } from '../../../lib/table/in-parallel.js'
import { searchStarts } from '../../../lib/collections/search/starts.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { freshTable } from '../../support/engine/tables.js'

const OWNER = 'group:1'
/** The limit of members that a request looks at here: 25,000 would take a minute to write. */
const MOST = 40
let table: Table

/** Puts events into the table: what filters by start dates look at. */
async function fill(from: number, to: number) {
  const items = Array.from({ length: to - from }, (_, i) => ({
    ...keyOf.event(`${from + i}`),
    id: `${from + i}`,
    owner: OWNER,
    ordinal: from + i,
    start_date: '2030-01-01T10:00:00',
  }))
  for (const some of inPieces(items, 25)) {
    const puts = some.map((Item) => ({ PutRequest: { Item } }))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
  }
}

const { start_date, title } = filterFields<OsdiEvent>(eventFields, { nativePrefix: 'service' }) as Record<
  'start_date' | 'title',
  FilterField<OsdiEvent>
>
const startingAfter = (date: string, ...more: Filter<OsdiEvent>) => {
  const filter = [clauseOf<OsdiEvent>(['start_date', start_date], 'gt', date) as Clause<OsdiEvent>, ...more]
  return searchStarts(table, OWNER, { page: 1, per_page: 1 }, filter, MOST)
}
const tooWide = { faults: [{ error_code: 'filter_too_wide' }] }

describe('a filter by start dates', () => {
  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable()
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  it('looks at so many events, and refuses to look at more, whatever else it asks', async () => {
    const titled = clauseOf<OsdiEvent>(['title', title], 'ne', 'x') as Clause<OsdiEvent>
    await fill(0, MOST)
    expect(await startingAfter('2029-01-01')).toMatchObject({ total_records: MOST })
    expect(await startingAfter('2029-01-01', titled)).toMatchObject({ total_records: MOST })
    await fill(MOST, MOST + 1)
    await expect(startingAfter('2029-01-01')).rejects.toMatchObject(tooWide)
    await expect(startingAfter('2029-01-01', titled)).rejects.toMatchObject(tooWide)
    expect(await startingAfter('2030-01-02')).toMatchObject({ total_records: 0 })
  })
})
