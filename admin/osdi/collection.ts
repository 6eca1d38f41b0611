import { type Document, type Source, hrefOf } from './source.js'

/** The most that a page may have; a service with smaller pages says so in its answers. */
const PER_PAGE = 100

/** Members of a collection that were read together, and how many are behind them, counted from the oldest. */
export interface Members {
  members: Document[]
  /** How many of the oldest members have been read with these. */
  done: number
  /** How many there are, as far as the collection says. */
  total: number
}

/** Returns the members in a page, whatever their relation. */
const membersOf = (page: Document | undefined): Document[] => {
  const [members] = Object.values((page?.['_embedded'] ?? {}) as Record<string, Document[]>)
  return Array.isArray(members) ? members : []
}

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
  const { last, pages, total } = await endOf(first, size, read)
  if (total <= done) return
  const isNewestFirst = created(membersOf(first)[0]) >= created(last)
  if (!isNewestFirst) {
    for (let page = Math.floor(done / size) + 1; page <= pages; page++) {
      const members = membersOf(page === 1 ? first : await read(page))
      if (members.length > 0) yield { members, done: (page - 1) * size + members.length, total }
    }
    return
  }
  // A member that is added between two pages moves the others to later pages. They come again there; none is left out.
  for (let page = Math.ceil((total - done) / size); page >= 1; page--) {
    const members = membersOf(page === 1 && pages === 1 ? first : await read(page)).reverse()
    if (members.length > 0) yield { members, done: Math.max(0, total - (page - 1) * size), total }
  }
}

const created = (member: Document | undefined) => String(member?.['created_date'] ?? '')

/** Finds the last page. A collection without a total is searched for the last page that has members. */
async function endOf(first: Document, size: number, read: (page: number) => Promise<Document | undefined>) {
  const known = first['total_records'] as number | undefined
  const pages = known === undefined ? await lastPage(read) : Math.max(1, Math.ceil(known / size))
  const members = pages === 1 ? membersOf(first) : membersOf(await read(pages))
  return { pages, last: members.at(-1), total: known ?? (pages - 1) * size + members.length }
}

async function lastPage(read: (page: number) => Promise<Document | undefined>): Promise<number> {
  const has = async (page: number) => membersOf(await read(page)).length > 0
  let [full, empty] = [1, 2]
  while (await has(empty)) [full, empty] = [empty, empty * 2]
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2)
    if (await has(middle)) full = middle
    else empty = middle
  }
  return full
}

/** Reads the members of a collection that were changed since a date, along its `next` links. */
export async function* changedSince(source: Source, path: string, date: string): AsyncGenerator<Document[]> {
  const filter = encodeURIComponent(`modified_date gt '${date}'`)
  for (let query: string | undefined = `?filter=${filter}&per_page=${PER_PAGE}`; query !== undefined;) {
    const page: Document | undefined = await source.get(`${path}${query}`)
    const members = membersOf(page)
    if (members.length > 0) yield members
    const next = hrefOf(page, 'next')
    query = next === undefined || members.length === 0 ? undefined : new URL(next).search
  }
}

/** The native id of a document: the end of its own address. */
export const idOf = (document: Document): string =>
  (hrefOf(document, 'self') ?? '').split('/').at(-1)?.toLowerCase() ?? ''
