import { invalid } from '../../runtime/errors.js'
import { type Filter, earliestIn, matches, rangeIn } from '../../fields/filter.js'
import type { PageRequest, UncountedPage } from '../../fields/page.js'
import { inPieces } from '../../table/in-parallel.js'
import { getMany, queryPages } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, valueOf } from '../../table/table.js'
import { malformedCursor, readCursor } from './cursor.js'
import type { Dated } from './found.js'
import { readBelowWatermark } from './read-below-watermark.js'

/*
 * The index over dates: members of all lists of a kind that an owner has, by their last change (docs/decisions/0014).
 * It is over `modified_date` itself, so whatever changes a member moves its entry, and no code has to.
 */

/** The place of a member in the index over dates; an attribute of its item. */
export interface ModifiedIn {
  modified_in: string
}

/**
 * A partition takes a thousand write units a second: sixteen take 16,000 new members of an owner a second, and half as
 * many changes, which move an entry. Each costs a reader half a unit.
 */
const PARTITIONS = 16

const partitionOf = (all: string, number: number) => `${all}#${number}`

const numberOf = (id: string) => parseInt(id.slice(0, 1), 16)

/**
 * Returns the attribute by which a member is found.
 * @param all the name of what it is one of: `attendances of <owner>`
 */
export const modifiedIn = (all: string, { id }: Pick<Dated, 'id'>): ModifiedIn => ({
  modified_in: partitionOf(all, numberOf(id)),
})

/** Returns the attribute of a member that belongs where another one does. */
export const modifiedBeside = (other: Item, member: Pick<Dated, 'id'>): ModifiedIn =>
  modifiedIn(allOf(other) ?? '', member)

/** The name of what an item is one of, unless its place in the index is not that of its id. */
export function allOf({ id, modified_in }: Item): string | undefined {
  const [all, number] = String(modified_in).split('#')
  return number === String(numberOf(String(id))) ? all : undefined
}

/** An entry of the index: the order is by date, newest first; of one moment by partition, then as AWS has them. */
interface Entry extends Key {
  modified_date: string
  partition: number
}

const inOrder = (one: Entry, other: Entry) =>
  one.modified_date === other.modified_date
    ? one.partition - other.partition
    : one.modified_date > other.modified_date
      ? -1
      : 1

/** The number of entries that fit into half a read unit. */
const AT_ONCE = 20

/** A page looks at no more members. */
const MOST_OF_PAGE = 1_000

/** A range of dates, both included. */
interface Dates {
  from: string
  to: string
}

/** Reads the next entries of a range. @param after the last one that was read */
async function entriesOf(
  table: Table,
  all: string,
  { from, to }: Dates,
  after?: Entry,
  most = AT_ONCE,
): Promise<{ entries: Entry[]; wereLast: boolean }> {
  const parts = await Promise.all(
    Array.from({ length: PARTITIONS }, async (_, partition): Promise<Entry[]> => {
      const end = after ? lastDate(after, partition) : to
      if (end < from) return []
      const query = {
        IndexName: 'modified',
        KeyConditionExpression: 'modified_in = :partition AND modified_date BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':partition': partitionOf(all, partition), ':from': from, ':to': end },
        ScanIndexForward: false,
        Limit: most,
      }
      const start = after?.partition === partition ? keysOf(all, after) : undefined
      for await (const items of queryPages(table, query, start))
        return items.map((item) => ({
          ...keyIn(item),
          modified_date: String(item['modified_date']),
          partition,
        }))
      return []
    }),
  )
  // Behind the end of a partition that was cut off, its own entries are missing.
  const ends = parts.flatMap((part) => (part.length >= most ? part.slice(-1) : [])).sort(inOrder)
  const [end] = ends
  const entries = parts.flat().sort(inOrder)
  return {
    entries: end ? entries.filter((entry) => inOrder(entry, end) <= 0) : entries,
    wereLast: end === undefined,
  }
}

const keysOf = (all: string, { partition, ...keys }: Entry) => ({
  ...keys,
  modified_in: partitionOf(all, partition),
})

/** The last date of a partition behind an entry: partitions before it have shown what they have of its moment. */
const lastDate = ({ modified_date, partition }: Entry, other: number) =>
  other < partition ? justBefore(Date.parse(modified_date)) : modified_date

const justBefore = (time: number) => new Date(time - 1).toISOString()

/** Sorts before and behind every date. */
const [FIRST, LAST] = ['0', '9']

/**
 * A page of the members of all lists of a kind that an owner has, newest change first. A filter with a lower bound of
 * dates is read below the watermark; then `next` leads on within what was there. A page costs the same wherever it is,
 * as nothing is counted. Where a filter takes few of the members, it has fewer than `per_page`.
 * @param all the name of these members: `attendances of <owner>`
 * @throws OsdiError invalid for a malformed cursor, and for a number of a page without one
 */
export async function newestChanges<Member extends Dated>(
  table: Table,
  all: string,
  request: PageRequest,
  filter: Filter<Member>,
): Promise<UncountedPage<Member>> {
  if (request.after === undefined && request.page > 1) throw numberless()
  const { from, before } = boundsIn(filter)
  if (request.after !== undefined)
    return pageOf(table, all, request, filter, { from, to: LAST }, decodeEntry(request.after))
  return readBelowWatermark(table, undefined, filter, async (until) => {
    const to = Math.min(before, until)
    const [page, { entries: newer }] = await Promise.all([
      pageOf(table, all, request, filter, { from, to: to === Infinity ? LAST : justBefore(to) }),
      before > until
        ? entriesOf(table, all, { from: new Date(until).toISOString(), to: LAST }, undefined, 1)
        : { entries: [] },
    ])
    return { page, hasNewer: newer.length > 0 }
  })
}

/** The dates outside of which a filter finds nothing: a member is not changed before it is created. */
function boundsIn<Member>(filter: Filter<Member>): { from: string; before: number } {
  const dates = filter.filter(({ field, operator }) => field === 'modified_date' && operator !== 'ne')
  const { from = -Infinity, before = Infinity } = rangeIn(dates, 'modified_date') ?? {}
  const earliest = Math.max(from, Math.floor((earliestIn(filter, 'created_date') ?? -Infinity) / 1_000) * 1_000)
  return { from: earliest === -Infinity ? FIRST : new Date(earliest).toISOString(), before }
}

async function pageOf<Member extends Dated>(
  table: Table,
  all: string,
  { page, per_page }: PageRequest,
  filter: Filter<Member>,
  dates: Dates,
  after?: Entry,
): Promise<UncountedPage<Member>> {
  const members: Member[] = []
  let [last, looked, isEnd] = [after, 0, false]
  while (!isEnd && looked < MOST_OF_PAGE && members.length < per_page) {
    const { entries, wereLast } = await entriesOf(table, all, dates, last)
    let read = 0
    for (const piece of inPieces(entries, per_page)) {
      if (members.length === per_page) break
      const items = await getMany(table, piece.map(keyIn), { consistent: true })
      for (const [i, entry] of piece.entries()) {
        if (members.length === per_page) break
        const item = items[i]
        ;[last, read] = [entry, read + 1]
        // A member that has changed since the index was read comes with its new date, further up.
        if (item?.['modified_date'] !== entry.modified_date) continue
        const member = valueOf<Member>(item)
        if (matches(filter, member)) members.push(member)
      }
    }
    looked += read
    isEnd = wereLast && read === entries.length
  }
  return { page, per_page, members, next: !isEnd && last !== undefined && encodeEntry(last) }
}

const numberless = () =>
  invalid([
    {
      error_code: 'malformed',
      description: 'Pages of this list have no numbers: changes move them',
      properties: ['page'],
      hint: 'Follow the link "next" of the page before',
    },
  ])

/** Makes the text that the link `next` carries. */
const encodeEntry = ({ modified_date, partition, pk, sk }: Entry) =>
  Buffer.from(JSON.stringify([modified_date, partition, pk, sk])).toString('base64url')

/** @throws OsdiError invalid for what no `next` has carried */
function decodeEntry(text: string): Entry {
  const [modified_date, partition, pk, sk, ...rest] = readCursor(text)
  const isEntry =
    typeof modified_date === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(modified_date) &&
    !Number.isNaN(Date.parse(modified_date)) &&
    [pk, sk].every((part) => typeof part === 'string' && /^[a-z_]+#[0-9a-f-]{36}$/.test(part)) &&
    Number.isInteger(partition) &&
    (partition as number) >= 0 &&
    (partition as number) < PARTITIONS
  if (!isEntry || rest.length > 0) throw malformedCursor()
  return { modified_date, partition, pk, sk } as Entry
}
