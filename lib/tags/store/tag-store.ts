import { invalid, notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { TagDependencies } from '../record-tag.js'
import { type Tag, type Tagging, taggingId } from '../tag.js'
import { append } from '../../collections/append.js'
import { readPage, readWhole } from '../../collections/read-page.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { pageIn } from '../../collections/search/found.js'
import { getMany, getOne, pagesBeside } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { isThere, putTagging, removeTagging } from './kept-tagging.js'

export type TagStore = TagDependencies['tags'] & {
  /** Tags of an owner, newest first. */
  list(owner: Owner, page: PageRequest): Promise<Page<Tag>>
  /** The taggings of a person: half a read unit for each tag of the owner, and for each tagging. */
  allOfPerson(owner: Owner, person: string): Promise<Tagging[]>
  /** The same as a page of a collection. */
  listTaggingsOfPerson(owner: Owner, person: string, page: PageRequest): Promise<Page<Tagging>>
  /** @throws OsdiError not_found */
  findTagging(tag: string, id: string): Promise<Tagging>
  /**
   * Taggings of a tag, newest first. A tagging can be removed, so they are no numbered list, whose ordinals must
   * have no gap: every page reads all of them. That costs a read unit for some twenty taggings, and sixteen at
   * least: a thousand are 50 units, and exact.
   * @throws OsdiError invalid when there are more than a request can read
   */
  listTaggings(tag: string, page: PageRequest): Promise<Page<Tagging>>
}

/** Taggings of a tag that a request can read in its time and memory. */
const MOST_LISTED = 25_000

/** Tags, whose keys follow from their names, and taggings, whose keys follow from tag and person. */
export function tagStore(table: Table, mostListed = MOST_LISTED): TagStore {
  return {
    async create(tag) {
      const outcome = await append(table, [lists.tagsOf(tag.owner)], ([position]) => [
        putNew(table, keyOf.tag(tag.id), { ...tag, ...position }),
      ])
      return outcome === 'written' ? tag : valueOf<Tag>(outcome.at(keyOf.tag(tag.id)) ?? {})
    },

    async find(owner, id) {
      const item = await getOne(table, keyOf.tag(id))
      if (item?.['owner'] !== owner) throw notFound()
      return valueOf<Tag>(item)
    },

    async findMany(ids) {
      const items = await getMany(table, [...new Set(ids)].map(keyOf.tag))
      return items.flatMap((item) => (item ? [valueOf<Tag>(item)] : []))
    },

    list: (owner, request) => readPage<Tag>(table, lists.tagsOf(owner), request),

    put: (tagging) => putTagging(table, tagging),

    remove: (tagging) => removeTagging(table, tagging),

    allOfPerson: (owner, person) => taggingsOfPerson(table, owner, person),

    listTaggingsOfPerson: async (owner, person, page) => pageIn(await taggingsOfPerson(table, owner, person), page),

    async findTagging(tag, id) {
      const item = await getOne(table, keyOf.tagging(tag, id))
      if (!item || !isThere(item)) throw notFound()
      return valueOf<Tagging>(item)
    },

    listTaggings: async (tag, request) => pageIn((await atMost(mostListed, table, tag)).sort(newestFirst), request),
  }
}

/** The first digits of the ids of taggings, which name their partitions. */
const HEX_DIGITS = Array.from('0123456789abcdef')

/** All taggings of a tag, unless they are more than so many. */
async function atMost(most: number, table: Table, tag: string): Promise<Tagging[]> {
  const taggings: Tagging[] = []
  const readPart = async (digit: string) => {
    for await (const items of pagesBeside(table, keyOf.tagging(tag, digit))) {
      taggings.push(...items.filter(isThere).map((item) => valueOf<Tagging>(item)))
      if (taggings.length > most) throw tooMany(most)
    }
  }
  await Promise.all(HEX_DIGITS.map(readPart))
  return taggings
}

const tooMany = (most: number) =>
  invalid([
    {
      error_code: 'too_many_taggings',
      description: `A tag on more than ${most} people cannot be listed`,
      properties: [],
      hint: 'A single tagging can be read at its own address',
    },
  ])

/** All taggings of a tag, some at a time and in no order. */
export async function* taggingsOf(table: Table, tag: string): AsyncGenerator<Tagging[]> {
  for (const digit of HEX_DIGITS)
    for await (const items of pagesBeside(table, keyOf.tagging(tag, digit)))
      yield items.filter(isThere).map((item) => valueOf<Tagging>(item))
}

/** Taggings of the same millisecond have an order that stays. */
const newestFirst = (one: Tagging, other: Tagging) => (orderOf(one) < orderOf(other) ? 1 : -1)

const orderOf = ({ created_date, id }: Tagging) => created_date + id

/** The taggings of a person, as `allOfPerson` returns them. */
export async function taggingsOfPerson(table: Table, owner: Owner, person: string): Promise<Tagging[]> {
  const list = lists.tagsOf(owner)
  const length = await lengthOf(table, list)
  const tags = length === 0 ? [] : await readWhole(table, list, 1, length)
  const keys = tags.map(({ id }) => keyOf.tagging(id as string, taggingId(id as string, person)))
  const items = await getMany(table, keys, { consistent: true })
  return items.flatMap((item) => (item && isThere(item) ? [valueOf<Tagging>(item)] : []))
}
