import { type Document, type Source, hrefOf } from './source.js'

/** The most that a page may have; a service with smaller pages says so in its answers. */
const PER_PAGE = 100

/** Members of a collection that were read together, and how many are behind them, counted from the oldest. */
export interface Members {
  members: Document[]
  /** Number of the oldest members that have been read, these included. */
  done: number
  /** Total number of members, as far as the collection says. */
  total: number
}

type ReadPage = (page: number) => Promise<Document | undefined>

/** Returns the members in a page, whatever their relation. */
export const membersOf = (page: Document | undefined): Document[] => {
  const [members] = Object.values((page?.['_embedded'] ?? {}) as Record<string, Document[]>)
  return Array.isArray(members) ? members : []
}

const totalIn = (page: Document | undefined) => page?.['total_records'] as number | undefined

/**
 * Reads a collection from its oldest member to its newest. New members come to the end, so that an interrupted import
 * goes on where it was, and a later one reads what is new.
 * @param path of the collection below the base
 * @param done how many of the oldest members were read before
 */
export async function* oldestFirst(source: Source, path: string, done: number): AsyncGenerator<Members> {
  const read = (page: number) => source.get(`${path}?page=${page}&per_page=${PER_PAGE}`)
  const first = await read(1)
  const size = Number(first?.['per_page'] ?? 0) || membersOf(first).length
  if (!first || size === 0) return
  if ((totalIn(first) ?? done + 1) <= done) return
  const { page: last, number: pages, total } = await endOf(first, size, read, done)
  if (total <= done) return
  if (created(membersOf(first)[0]) >= created(membersOf(last).at(-1))) {
    yield* fromLastPage(new Map([[1, first]]).set(pages, last ?? first), { size, total, done, read })
    return
  }
  for (let page = Math.floor(done / size) + 1; page <= pages; page++) {
    const members = membersOf(page === 1 ? first : await read(page))
    // The collection has become shorter, or its total is not true.
    if (members.length === 0) return
    yield { members, done: (page - 1) * size + members.length, total }
  }
}

/**
 * Reads a collection that begins with its newest member. A member that is added moves the others to later pages, so
 * that each page follows from how many have been read and how many there are now.
 * @param known pages that were read already
 */
async function* fromLastPage(
  known: Map<number, Document | undefined>,
  { size, total, done, read }: { size: number; total: number; done: number; read: ReadPage },
): AsyncGenerator<Members> {
  let [empty, moved] = [0, 0]
  for (let [reached, now] = [done, total]; reached < now && empty < MOST_EMPTY;) {
    const number = Math.ceil((now - reached) / size)
    const page = known.get(number) ?? (await read(number))
    known.delete(number)
    now = totalIn(page) ?? now
    if (Math.max(0, now - number * size) > reached) {
      // New members have moved the page. A service in which they always do has no end.
      if (++moved > MOST_MOVED) throw endless('the collection grows while it is read')
      continue
    }
    const members = membersOf(page).reverse()
    reached = Math.max(reached, now - (number - 1) * size)
    empty = members.length > 0 ? 0 : empty + 1
    if (members.length > 0) yield { members, done: reached, total: now }
  }
}

const created = (member: Document | undefined) => String(member?.['created_date'] ?? '')

/** Finds the last page. A collection without a total is searched for the last page that has members. */
async function endOf(first: Document, size: number, read: ReadPage, done: number) {
  const known = totalIn(first)
  const number =
    known === undefined ? await lastPage(read, Math.ceil(done / size)) : Math.max(1, Math.ceil(known / size))
  const page = number === 1 ? first : await read(number)
  return { page, number, total: known ?? (number - 1) * size + membersOf(page).length }
}

/** @param reached the last page of an earlier run */
async function lastPage(read: ReadPage, reached: number): Promise<number> {
  const has = async (page: number) => page <= 1 || membersOf(await read(page)).length > 0
  let [full, empty] = (await has(reached)) ? [Math.max(1, reached), Infinity] : [1, reached]
  for (let step = 1; empty === Infinity; step *= 2) {
    if (full + step > MOST_PAGES) throw endless('every page has members')
    if (await has(full + step)) full += step
    else empty = full + step
  }
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2)
    if (await has(middle)) full = middle
    else empty = middle
  }
  return full
}

/** Reads the members of a collection that were changed since a date, along its `next` links. */
export const changedSince = (source: Source, path: string, date: string): AsyncGenerator<Document[]> =>
  matching(source, path, `modified_date gt '${date}'`)

/** Pages that are read along `next` links, or looked for: 2.5 million records of Action Network. */
const MOST_PAGES = 100_000
/** Pages in a row that have no members, although the total says that they do. */
const MOST_EMPTY = 20
/** Times that a page is read again because new members have moved it. */
const MOST_MOVED = 10_000

const endless = (why: string) => new Error(`The service was left, because ${why}.`)

/**
 * Reads the members of a collection that a filter finds, along its `next` links.
 * @throws Error when the links lead in a circle, or do not end
 */
export async function* matching(source: Source, path: string, filter: string): AsyncGenerator<Document[]> {
  const read = new Set<string>()
  for (
    let query: string | undefined = `?filter=${encodeURIComponent(filter)}&per_page=${PER_PAGE}`;
    query !== undefined;
  ) {
    if (read.has(query)) throw endless('the `next` links of its pages lead in a circle')
    if (read.add(query).size > MOST_PAGES) throw endless('the `next` links of its pages do not end')
    const page: Document | undefined = await source.get(`${path}${query}`)
    const members = membersOf(page)
    if (members.length > 0) yield members
    const next = hrefOf(page, 'next')
    query = next === undefined || members.length === 0 ? undefined : new URL(next, 'http://localhost').search
  }
}

/** Reads a part ahead while the one before it is worked on. */
export async function* readAhead<Part>(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  const read = () => {
    const next = parts.next()
    // The failure is that of the loop, when it comes to the part.
    next.catch(() => undefined)
    return next
  }
  for (let next = read(); ;) {
    const part = await next
    if (part.done) return
    next = read()
    yield part.value
  }
}

/** The native id of a document: the end of its own address. */
export const idOf = (document: Document): string =>
  (hrefOf(document, 'self') ?? '').split('/').at(-1)?.toLowerCase() ?? ''
