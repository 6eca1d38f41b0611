import { beforeEach, describe, expect, it } from 'vitest'
import type { OsdiEvent } from '../../lib/events/event.js'
import { clauseOf, type FilterField } from '../../lib/fields/filter.js'
import { eventFields } from '../../lib/events/event-fields.js'
import { filterFields } from '../../lib/fields/vocabulary.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { DeleteCommand } from '../../lib/table/client/commands.js'
import { append } from '../../lib/collections/append.js'
import { lists, positionAt } from '../../lib/collections/numbered-list.js'
import { readWhole } from '../../lib/collections/read-page.js'
import { eventStore } from '../../lib/app/event-store.js'
import { type Table, keyIn, keyOf, openTable } from '../../lib/table/table.js'
import { putNew, putIfAbsent } from '../../lib/table/transaction.js'
import { readAttendances } from '../../lib/targeting/store/read-attendances.js'
import { freshTable } from '../support/engine/tables.js'

/*
 * Readers meet a member that is counted and that the index does not show. Engines show everything at once: here the
 * member is not there at all.
 */

const GROUP: Owner = 'group:one'
const TITLES = ['one', 'two', 'three']
const list = lists.eventsOf(GROUP)
let table: Table

const anEvent = (title: string) => ({
  id: title,
  owner: GROUP,
  title,
  created_date: '2026-01-01T00:00:00.000Z',
  modified_date: '2026-01-01T00:00:00.000Z',
})

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  for (const title of TITLES)
    await append(table, [list], ([position]) => [
      putNew(table, keyIn(keyOf.event(title)), { ...anEvent(title), ...position }),
    ])
})

const hide = () => table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.event('two') }))
const revealSecond = () => putIfAbsent(table, keyIn(keyOf.event('two')), { ...anEvent('two'), ...positionAt(list, 2) })
const filtered = (field: 'title' | 'modified_date' | 'created_date', value: string) =>
  eventStore(table).list(GROUP, { page: 1, per_page: 25 }, [
    clauseOf<OsdiEvent>(
      [field, filterFields<OsdiEvent>(eventFields, { nativePrefix: 'service' })[field] as FilterField<OsdiEvent>],
      'gt',
      value,
    ) as never,
  ])

describe('a member that is not shown', () => {
  it('is waited for, and is there when it comes', async () => {
    await hide()
    const reading = readWhole(table, list, 1, 3)
    await revealSecond()
    expect((await reading).map(({ title }) => title)).toEqual(['three', 'two', 'one'])
  })

  it('is left out of a page, which counts it', async () => {
    await hide()
    const page = await eventStore(table).list(GROUP, { page: 1, per_page: 25 })
    expect(page.members.map(({ title }) => title)).toEqual(['three', 'one'])
    expect(page.total_records).toBe(3)
  })

  it.each([
    ['title', 'a'],
    ['created_date', '2025-01-01'],
    ['modified_date', '2025-01-01'],
  ] as const)('makes a filter by %s busy, rather than be missing in what it finds', async (field, value) => {
    expect((await filtered(field, value)).members).toHaveLength(3)
    await hide()
    await expect(filtered(field, value)).rejects.toMatchObject({ code: 'busy' })
  })

  it('makes the result of a query busy', async () => {
    await append(table, [lists.attendancesOf('one')], () => [])
    await expect(readAttendances(table, [{ id: 'one', length: 1 }])).rejects.toMatchObject({
      code: 'busy',
    })
  })
})
