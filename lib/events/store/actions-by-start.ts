import type { OsdiEvent } from '../event.js'
import { isNativeId } from '../../fields/identifier.js'
import { originPolicy } from '../origin.js'
import type { Owner } from '../../runtime/owner.js'
import { QueryCommand } from '../../table/client/commands.js'
import { getMany } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'

/** The range of actions that is read, by the wall clock of their starts. */
export interface StartRange {
  /** The earliest and the latest start, as the beginnings of wall clocks: `2026-11-03`. */
  from?: string | undefined
  to?: string | undefined
  order: 'soonest first' | 'latest first'
  /** The cursor of the page before. */
  after?: string | undefined
}

/** A page of actions with a start date. */
export interface ActionsByStart {
  events: OsdiEvent[]
  /** The cursor of the next page; absent on the last one. */
  next?: string | undefined
}

/** Actions on a page. */
const PER_PAGE = 25

/** Entries that one Query reads, and Queries that a page takes at most: events of the API have entries too. */
const PER_QUERY = 50
const MOST_QUERIES = 10

/**
 * Reads a page of actions by the index over starts. An owner with many events of the API may get a short page with a
 * cursor: a page never reads more than 500 entries.
 */
export async function actionsByStart(table: Table, owner: Owner, range: StartRange): Promise<ActionsByStart> {
  const events: OsdiEvent[] = []
  let start = startKey(owner, range.after)
  for (let queries = 0; queries < MOST_QUERIES; queries++) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...queryOf(owner, range), TableName: table.name, ExclusiveStartKey: start }),
    )
    const entries = Items as Item[]
    const found = await getMany(table, entries.map(keyIn))
    for (const [i, item] of found.entries()) {
      if (!item || !originPolicy(item as unknown as OsdiEvent).listed) continue
      events.push(valueOf<OsdiEvent>(item))
      const isLast = i === entries.length - 1 && !LastEvaluatedKey
      if (events.length === PER_PAGE) return { events, next: isLast ? undefined : cursorAt(entries[i]) }
    }
    if (!LastEvaluatedKey) return { events }
    start = LastEvaluatedKey as Item
  }
  return { events, next: cursorAt(start) }
}

const queryOf = (owner: Owner, { from = '0', to = ':', order }: StartRange) => ({
  IndexName: 'starts',
  // A colon stands after every digit, and a day before every time of it.
  KeyConditionExpression: '#owner = :owner AND start_date BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':owner': owner, ':from': from, ':to': to },
  ScanIndexForward: order === 'soonest first',
  Limit: PER_QUERY,
})

/** A cursor is the start and the id of the last event of a page. */
const cursorAt = (entry: Record<string, unknown> | undefined) =>
  entry && `${String(entry['start_date'])}_${String(entry['pk']).slice('event#'.length)}`

/** Returns undefined for a text that is not a cursor: the first page is read then. */
function startKey(owner: Owner, cursor = ''): (Key & Record<string, unknown>) | undefined {
  const [start_date = '', id = ''] = cursor.split('_')
  if (!isNativeId(id) || !/^\d{4}-\d{2}-\d{2}T[\d:]+$/.test(start_date)) return undefined
  return { ...keyOf.event(id), owner, start_date }
}
