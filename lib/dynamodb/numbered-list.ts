import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from '../domain/principal.js'
import type { Page, PageRequest } from '../domain/page.js'
import { inTurn } from './in-turn.js'
import { getOne, queryAll } from './reads.js'
import { type Item, type Key, type Table, keyOf, valueOf } from './table.js'
import { type Refusals, type TransactItem, compete, transact } from './transaction.js'

/**
 * A collection from which nothing is ever removed. Its members carry dense ordinals from 1, its length is kept
 * in one item, so that a page is a range of ordinals and costs the same wherever it is (decision record 0002).
 */
export interface NumberedList {
  /** Prefix of the index partitions; one partition per block of ordinals, so that no list is a hot partition. */
  name: string
  length: Key
}

/** Where a member stands in its list; attributes of the member's item. */
export interface Place {
  block: string
  ordinal: number
}

export const BLOCK = 100

const list = (name: string): NumberedList => ({ name, length: { pk: `list#${name}`, sk: 'length' } })

export const lists = {
  eventsOf: (owner: Owner) => list(`events of ${owner}`),
  campaignsOf: (owner: Owner) => list(`event_campaigns of ${owner}`),
  peopleOf: (owner: Owner) => list(`people of ${owner}`),
  tagsOf: (owner: Owner) => list(`tags of ${owner}`),
  groups: list('groups'),
  accounts: list('accounts'),
  /** Lengths live beside the resource they belong to, so that one Query reads both. */
  eventsOfCampaign: (id: string): NumberedList => ({
    name: `events of event_campaign:${id}`,
    length: { pk: keyOf.campaign(id).pk, sk: 'events' },
  }),
  /** The personal email list of a creator. */
  itemsOf: (creator: string): NumberedList => ({
    name: `items of email_list:${creator}`,
    length: { pk: `email_list#${creator}`, sk: 'items' },
  }),
  attendancesOf: (event: string): NumberedList => ({
    name: `attendances of event:${event}`,
    length: { pk: keyOf.event(event).pk, sk: 'attendances' },
  }),
}

/** Every kind of list whose length lives beside a resource, by which the audit recognises it. */
const besideAResource = [lists.eventsOfCampaign, lists.attendancesOf, lists.itemsOf]

/** The list of a name: the part of a member's block before its last `#`. */
export function listNamed(name: string): NumberedList {
  const id = name.slice(name.lastIndexOf(':') + 1)
  return besideAResource.map((kind) => kind(id)).find((each) => each.name === name) ?? list(name)
}

/** The list whose length an item of this key is, or undefined when it is none. */
export function listWithLengthAt({ pk, sk }: Key): NumberedList | undefined {
  const id = pk.slice(pk.indexOf('#') + 1)
  return [...besideAResource.map((kind) => kind(id)), list(id)].find(
    ({ length }) => length.pk === pk && length.sk === sk,
  )
}

export const placeAt = ({ name }: NumberedList, ordinal: number): Place => ({
  block: `${name}#${Math.floor((ordinal - 1) / BLOCK)}`,
  ordinal,
})

/** The exact number of members. */
export async function lengthOf(table: Table, { length }: NumberedList): Promise<number> {
  return lengthIn(await getOne(table, length))
}

export const lengthIn = (item: Record<string, unknown> | undefined) =>
  (item?.['length'] as number | undefined) ?? 0

/**
 * Appends one member to each of the lists, in one transaction that writes the member's items with their
 * ordinals and advances the lengths: all or nothing, and exact at once. Whoever loses the race for the end of
 * a list tries again behind the winner.
 *
 * This is the calm path. A list that takes hundreds of members a second needs members written without an
 * ordinal first and numbered in batches afterwards; that path starts where this one meets a conflict.
 *
 * @param items builds the member's items for the places it gets, one per list; what it throws ends the append
 * @param known the length of the first list, if the caller has just read it
 * @returns what stood against the member's own items; empty when it was appended
 * @throws OsdiError busy when the end of a list could not be had within some seconds; nothing is written then
 */
export const append = (
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (places: Place[]) => TransactItem[],
  known?: number,
): Promise<Refusals> =>
  inTurn(table, into[0].name, (waited) => appendNow(table, into, items, waited ? undefined : known))

async function appendNow(
  table: Table,
  into: NumberedList[],
  items: (places: Place[]) => TransactItem[],
  known?: number,
): Promise<Refusals> {
  let lengths = await Promise.all(
    into.map(async (each, i) => (i === 0 && known !== undefined ? known : lengthOf(table, each))),
  )
  return compete(async () => {
    const member = items(into.map((each, i) => placeAt(each, (lengths[i] as number) + 1)))
    const advances = into.map((each, i) => advance(table, each, lengths[i] as number))
    const outcome = await transact(table, [...advances, ...member])
    if (outcome === 'written') return []
    const refusals = outcome.slice(into.length)
    if (refusals.some(Boolean)) return refusals
    lengths = await Promise.all(
      into.map(async (each, i) => (outcome[i] ? lengthIn(outcome[i]) : lengthOf(table, each))),
    )
    return undefined
  })
}

function advance(table: Table, { length }: NumberedList, from: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: length,
      UpdateExpression: 'SET #length = :next',
      ConditionExpression: from === 0 ? 'attribute_not_exists(#length)' : '#length = :from',
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: { ':next': from + 1, ...(from > 0 && { ':from': from }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** How often a page looks again for members that the index does not show yet, and how long it waits between. */
const INDEX_LAG = { looks: 4, wait_ms: 20 }

/**
 * Reads one page, newest first: the length, then one Query for each block it touches (one or two).
 * The index lags behind the table; because ordinals are dense, a page knows what it must hold and looks again
 * for a moment when something is missing.
 * @returns the members as they stand in the index
 */
export async function readPage<Member extends object>(
  table: Table,
  list: NumberedList,
  { page, per_page }: PageRequest,
): Promise<Page<Member>> {
  const total_records = await lengthOf(table, list)
  const newest = total_records - (page - 1) * per_page
  const oldest = Math.max(1, newest - per_page + 1)
  let members: Item[] = []
  for (let look = 0; look < INDEX_LAG.looks && members.length < newest - oldest + 1; look++) {
    if (look > 0) await sleep(INDEX_LAG.wait_ms)
    members = await readRange(table, list, oldest, newest)
  }
  return { page, per_page, total_records, members: members.map((item) => valueOf<Member>(item)) }
}

/** The members that the index shows in a range of at most some blocks, newest first. */
export async function readRange(table: Table, list: NumberedList, oldest: number, newest: number) {
  const blocks = new Set<string>()
  for (let ordinal = newest; ordinal > oldest; ordinal -= BLOCK) blocks.add(placeAt(list, ordinal).block)
  blocks.add(placeAt(list, oldest).block)
  const parts = await Promise.all([...blocks].map((block) => readBlock(table, block, oldest, newest)))
  return parts.flat()
}

const readBlock = (table: Table, block: string, oldest: number, newest: number) =>
  queryAll(table, {
    IndexName: 'members',
    KeyConditionExpression: '#block = :block AND #ordinal BETWEEN :oldest AND :newest',
    ExpressionAttributeNames: { '#block': 'block', '#ordinal': 'ordinal' },
    ExpressionAttributeValues: { ':block': block, ':oldest': oldest, ':newest': newest },
    ScanIndexForward: false,
  })
