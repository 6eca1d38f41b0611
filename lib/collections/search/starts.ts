import { type Clause, type Filter, matches } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import { getMany, getOne, queryAll } from '../../table/reads.js'
import { type Item, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import { malformedCursor } from './cursor.js'
import { type Dated, MOST_READ, pageIn, searchAll, tooWide } from './found.js'
import { readBelowWatermark } from './read-below-watermark.js'

/**
 * Events with a start date, as the index over these shows them: what it holds may be all that a filter asks for.
 * @param most entries that a request can read
 * @throws OsdiError invalid when it holds more
 */
export async function searchStarts<Member extends Dated>(
  table: Table,
  owner: Owner,
  request: PageRequest,
  filter: Filter<Member>,
  most = MOST_READ,
): Promise<Page<Member>> {
  const ofStarts = filter.filter(({ field }) => field === 'start_date')
  const offered = await startsBetween(table, owner, ofStarts, most + 1)
  if (offered.length > most) throw tooWide()
  const entries = offered
    .filter((entry) => matches(ofStarts, entry as unknown as Member))
    .sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number))
  const load = async (items: Item[]) =>
    (await getMany(table, items.map(keyIn))).flatMap((item) => (item ? [valueOf<Member>(item)] : []))
  // An event whose start was edited is not among the entries any more.
  const { after, page, per_page } = request
  const last = after === undefined ? undefined : await ordinalOf(table, after)
  const rest = last === undefined ? entries : entries.filter((entry) => (entry['ordinal'] as number) < last)
  if (ofStarts.length === filter.length) {
    const found = pageIn(rest, { page: last === undefined ? page : 1, per_page })
    const members = await load(found.members)
    const hasMore = rest.length > found.page * per_page
    return {
      page,
      per_page,
      members,
      total_records: entries.length,
      next: hasMore && (members.at(-1)?.id ?? false),
    }
  }
  const [all, behind] = await Promise.all([load(entries), last === undefined ? [] : load(rest)])
  const fromStart = { page: last === undefined ? page : 1, per_page }
  return readBelowWatermark(table, undefined, filter, async (until) => {
    const whole = await searchAll([all], fromStart, filter, until)
    if (last === undefined) return whole
    const found = await searchAll([behind], fromStart, filter, until)
    return { ...whole, page: { ...found.page, page, total_records: whole.page.total_records } }
  })
}

/** @throws OsdiError invalid for a cursor whose event does not exist */
async function ordinalOf(table: Table, event: string): Promise<number> {
  const item = await getOne(table, keyOf.event(event))
  if (typeof item?.['ordinal'] !== 'number') throw malformedCursor()
  return item['ordinal']
}

/** Clocks differ from UTC by at most 14 hours; what filters compare with an offset is found within this. */
const OFFSET_MS = 15 * 60 * 60 * 1000

/**
 * Entries of the index over start dates that may satisfy some clauses: keys, ordinal and both forms of the start.
 * It holds the wall clock, so that of an instant it knows only about when it is.
 * @param most ends the reading when this many are found
 */
const startsBetween = (table: Table, owner: Owner, clauses: Clause<never>[], most: number): Promise<Item[]> => {
  const bounds = (operators: string[], direction: 1 | -1) =>
    clauses
      .filter(({ operator }) => operators.includes(operator))
      .map(({ literal: { time = 0, hasOffset } }) => time + (hasOffset ? direction * OFFSET_MS : 0))
  const query = {
    IndexName: 'starts',
    KeyConditionExpression: '#owner = :owner AND start_date BETWEEN :earliest AND :latest',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: {
      ':owner': owner,
      ...rangeOf(
        Math.max(EARLIEST, ...bounds(['eq', 'gt', 'ge'], -1)),
        Math.min(LATEST, ...bounds(['eq', 'lt', 'le'], 1)),
      ),
    },
  }
  return queryAll(table, query, most)
}

const EARLIEST = Date.parse('0000-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59Z')

/** A range without anything in it ends before it begins, which DynamoDB refuses: then both ends are its end. */
const rangeOf = (earliest: number, latest: number) => ({
  ':earliest': clock(Math.min(earliest, latest)),
  ':latest': clock(latest),
})

const clock = (time: number) => new Date(Math.max(EARLIEST, time)).toISOString().slice(0, 19)
