import { invalid, notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import { type Tag, type Tagging, taggingId } from '../tag.js'
import { readPage, readWhole } from '../../collections/read-page.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { pageIn } from '../../collections/search/found.js'
import { getMany, getOne, pagesBeside } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'

/** Taggings of a tag that a request can read in its time and memory. */
const MOST_LISTED = 25_000

/** Whether the item of a tagging says that the person has the tag. */
export const isThere = (item: Item): boolean => item['removed_date'] === undefined

/** @throws OsdiError not_found, also for another owner's tag */
export async function findTag(table: Table, owner: Owner, id: string): Promise<Tag> {
  const item = await getOne(table, keyOf.tag(id))
  if (item?.['owner'] !== owner) throw notFound()
  return valueOf<Tag>(item)
}

/** @returns those of the tags that exist */
export async function findTags(table: Table, ids: string[]): Promise<Tag[]> {
  const items = await getMany(table, [...new Set(ids)].map(keyOf.tag))
  return items.flatMap((item) => (item ? [valueOf<Tag>(item)] : []))
}

export const tagsOfPerson = async (table: Table, owner: Owner, person: string): Promise<Tag[]> => {
  const taggings = await taggingsOfPerson(table, owner, person)
  const ids = taggings.map(({ tag }) => tag)
  return findTags(table, ids)
}

/** Tags of an owner, newest first. */
export const listTags = (table: Table, owner: Owner, request: PageRequest): Promise<Page<Tag>> =>
  readPage<Tag>(table, lists.tagsOf(owner), request)

/** The taggings of a person as a page of a collection. */
export const listTaggingsOfPerson = async (
  table: Table,
  owner: Owner,
  person: string,
  page: PageRequest,
): Promise<Page<Tagging>> => pageIn(await taggingsOfPerson(table, owner, person), page)

/** @throws OsdiError not_found */
export async function findTagging(table: Table, tag: string, id: string): Promise<Tagging> {
  const item = await getOne(table, keyOf.tagging(tag, id))
  if (!item || !isThere(item)) throw notFound()
  return valueOf<Tagging>(item)
}

/**
 * Taggings of a tag, newest first. A tagging can be removed, so they are not a numbered list, whose ordinals must
 * have no gap: every page reads all of them. That costs a read unit for some twenty taggings, and sixteen at
 * least: a thousand are 50 units, and exact.
 * @throws OsdiError invalid when there are more than a request can read
 */
export const listTaggings = async (
  table: Table,
  tag: string,
  request: PageRequest,
  mostListed = MOST_LISTED,
): Promise<Page<Tagging>> => pageIn((await atMost(mostListed, table, tag)).sort(newestFirst), request)

/** The first digits of the ids of taggings, which name their partitions. */
const HEX_DIGITS = Array.from('0123456789abcdef')

/** Returns all taggings of a tag, unless they exceed a number. */
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

/** The taggings of a person: half a read unit for each tag of the owner, and for each tagging. */
export async function taggingsOfPerson(table: Table, owner: Owner, person: string): Promise<Tagging[]> {
  const list = lists.tagsOf(owner)
  const length = await lengthOf(table, list)
  const tags = length === 0 ? [] : await readWhole(table, list, 1, length)
  const keys = tags.map(({ id }) => keyOf.tagging(id as string, taggingId(id as string, person)))
  const items = await getMany(table, keys, { consistent: true })
  return items.flatMap((item) => (item && isThere(item) ? [valueOf<Tagging>(item)] : []))
}
