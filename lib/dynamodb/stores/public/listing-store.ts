import type { CalendarEvent } from '../../../domain/calendars/calendar.js'
import {
  type Listing,
  type ListingQuery,
  type ListingScope,
  isListed,
  startsIn,
} from '../../../domain/public/listing.js'
import { isNativeId } from '../../../domain/identifier.js'
import { QueryCommand } from '../../client/commands.js'
import { getMany } from '../../reads.js'
import { type Item, type Key, type Table, keyIn, keyOf, valueOf } from '../../table.js'

/** Upcoming events for anybody, in parts. */
export interface ListingStore {
  /** Returns the next events of a scope. A part may have few events, or none, and still have a next one. */
  list(scope: ListingScope, query: ListingQuery, now: Date): Promise<Listing>
}

/** Events of a part. */
const MOST_LISTED = 20

/** Entries of the index that one Query looks at, and the most queries for a part. */
const LOOKED_AT = 40
const MOST_QUERIES = 4

/**
 * Reads the index over start dates from where the part before ended. A part costs the same whatever the owner has: it
 * looks at no more than 160 entries, and what it leaves out is continued by the next part.
 */
export const listingStore = (table: Table): ListingStore => ({
  async list(scope, query, now) {
    const range = startsIn(query, now)
    if (!range) return { events: [] }
    const events: CalendarEvent[] = []
    let start = startOf(scope, query.after)
    for (let i = 0; i < MOST_QUERIES; i++) {
      const { items, next } = await entriesFrom(table, scope, range, start)
      for (const event of await load(table, items)) {
        if (!isListed(event, scope, query, now)) continue
        events.push(event)
        if (events.length === MOST_LISTED) return { events, next: cursorAt(event.start_date ?? '', event.id) }
      }
      if (!next) return { events }
      start = next
    }
    return { events, ...(start && { next: cursorAt(String(start['start_date']), idOf(start)) }) }
  },
})

async function entriesFrom(
  table: Table,
  { owner, event_campaign_id }: ListingScope,
  [from, to]: [string, string],
  start: Record<string, unknown> | undefined,
) {
  const { Items = [], LastEvaluatedKey: next } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'starts',
      KeyConditionExpression: '#owner = :owner AND start_date BETWEEN :from AND :to',
      FilterExpression: [
        '#hidden = :no',
        ...(event_campaign_id ? ['event_campaign_id = :campaign'] : []),
      ].join(' AND '),
      ExpressionAttributeNames: { '#owner': 'owner', '#hidden': 'hidden' },
      ExpressionAttributeValues: {
        ...{ ':owner': owner, ':from': from, ':to': to, ':no': false },
        ...(event_campaign_id && { ':campaign': event_campaign_id }),
      },
      Limit: LOOKED_AT,
      ExclusiveStartKey: start,
    }),
  )
  return { items: Items as Item[], next }
}

/** Events in the order of the index. */
async function load(table: Table, entries: Item[]): Promise<CalendarEvent[]> {
  const items = await getMany(table, entries.map(keyIn))
  return items.flatMap((item) => (item ? [valueOf<CalendarEvent>(item)] : []))
}

const cursorAt = (start_date: string, id: string) => `${start_date}_${id}`

const idOf = (key: Record<string, unknown>) => (key as unknown as Key).pk.split('#')[1] ?? ''

/** The key of the index behind a cursor. A cursor that is none begins at the start. */
function startOf({ owner }: ListingScope, cursor = ''): Record<string, unknown> | undefined {
  const [, start_date = '', id = ''] = /^([\d:T-]{10,19})_(.+)$/.exec(cursor) ?? []
  return start_date && isNativeId(id) ? { owner, start_date, ...keyOf.event(id) } : undefined
}
