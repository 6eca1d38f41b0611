import type { Owner } from '../runtime/owner.js'
import { getOne } from '../table/reads.js'
import type { ListName } from '../table/items/kind.js'
import { type Key, type Table, idInKey, keyOf } from '../table/table.js'

/**
 * A collection from which nothing is ever removed. Its members have dense ordinals from 1, and one item holds its
 * length, so that a page is a range of ordinals and costs the same wherever it is (decision record 0002).
 */
export interface NumberedList {
  /** Prefix of the index partitions; one partition per block of ordinals, so that no list is a hot partition. */
  name: string
  length: Key
  /**
   * The item of a member who is a person. Present where members may come faster than one length item can count them:
   * then they are written as pending members, and sequencers assign their ordinals (decision record 0011).
   */
  keyOfMember?: (person: string) => Key
  /**
   * Whether the segments of the list count their members by the date of their creation, so that the members that were
   * created within a range of time can be counted without being read (lib/collections/search/README.md).
   */
  hasCreationCounts?: boolean
  /** The item of the resource that the list belongs to; absent where it belongs to an owner. */
  belongsTo?: Key
}

/** The position of a member in its list; attributes of the member's item. */
export interface Position {
  block: string
  ordinal: number
}

export const BLOCK = 100

const list = (name: string): NumberedList => ({ name, length: keyOf.length(name) })

export const lists = {
  eventsOf: (owner: Owner) => list(`events of ${owner}`),
  /** Events that a dashboard shows: those of the organizer's own interface. */
  actionsOf: (owner: Owner) => list(`actions of ${owner}`),
  /** Events whose people can be looked for. */
  selectableOf: (owner: Owner) => list(`selectable actions of ${owner}`),
  queriesOf: (owner: Owner) => list(`queries of ${owner}`),
  campaignsOf: (owner: Owner) => list(`event_campaigns of ${owner}`),
  peopleOf: (owner: Owner): NumberedList => ({
    ...list(`people of ${owner}`),
    keyOfMember: keyOf.person,
    hasCreationCounts: true,
  }),
  tagsOf: (owner: Owner) => list(`tags of ${owner}`),
  /** Changes that were made in the organizer's interface. */
  logOf: (owner: Owner) => list(`log entries of ${owner}`),
  groups: list('groups'),
  accounts: list('accounts'),
  /** Lengths live beside the resource they belong to, so that one Query reads both. */
  eventsOfCampaign: (id: string): NumberedList => ({
    name: `events of event_campaign:${id}`,
    length: keyOf.campaignEventsLength(id),
    belongsTo: keyOf.campaign(id),
  }),
  /** The personal email list of a creator. */
  itemsOf: (creator: string): NumberedList => ({
    name: `items of email_list:${creator}`,
    length: keyOf.emailListLength(creator),
    belongsTo: keyOf.person(creator),
    keyOfMember: (person) => keyOf.listItem(creator, person),
  }),
  attendancesOf: (event: string): NumberedList => ({
    name: `attendances of event:${event}`,
    length: keyOf.attendancesLength(event),
    belongsTo: keyOf.event(event),
    keyOfMember: (person) => keyOf.attendance(person, event),
    hasCreationCounts: true,
  }),
} satisfies Record<ListName, NumberedList | ((id: never) => NumberedList)>

type ListOf = (id: string) => NumberedList

/** Makes a list by what its name begins with. The longest comes first: `events of ` also begins another one. */
const byPrefix: [string, ListOf][] = Object.values(lists)
  .filter((each) => typeof each === 'function')
  .map((listOf): [string, ListOf] => [(listOf as ListOf)('').name, listOf as ListOf])
  .sort(([one], [other]) => other.length - one.length)

/** The list of a kind. @param id of whatever it belongs to */
export function listOf(kind: ListName, id: string): NumberedList {
  const found = lists[kind]
  return typeof found === 'function' ? (found as ListOf)(id) : found
}

/** The list of a name: the part of a member's block before its last `#`. */
export function listNamed(name: string): NumberedList {
  const [prefix, listOf] = byPrefix.find(([each]) => name.startsWith(each)) ?? []
  return listOf && prefix !== undefined ? listOf(name.slice(prefix.length)) : list(name)
}

/** Returns the list whose length item has this key; undefined for other items. */
export function listWithLengthAt({ pk, sk }: Key): NumberedList | undefined {
  const id = idInKey(pk)
  return [listNamed(id), ...byPrefix.map(([, listOf]) => listOf(id))].find(
    ({ length }) => length.pk === pk && length.sk === sk,
  )
}

/** The lists of everything that an owner has. */
export const listsOfOwner = (owner: Owner): NumberedList[] =>
  byPrefix.map(([, listOf]) => listOf(owner)).filter(({ belongsTo }) => !belongsTo)

/** Returns the name of a list's members, in the plural. */
export const membersOf = ({ name }: Pick<NumberedList, 'name'>) => name.slice(0, name.indexOf(' of '))

/** Names of the members of all lists that have a deferred path. */
export const DEFERRED = byPrefix.flatMap(([name, listOf]) => (listOf('').keyOfMember ? [membersOf({ name })] : []))

export const positionAt = ({ name }: NumberedList, ordinal: number): Position => ({
  block: `${name}#${Math.floor((ordinal - 1) / BLOCK)}`,
  ordinal,
})

/** The blocks that a range of ordinals touches, in order. */
export function blocksOf(list: NumberedList, first: number, last: number): string[] {
  const blocks = new Set<string>()
  for (let ordinal = first; ordinal < last; ordinal += BLOCK) blocks.add(positionAt(list, ordinal).block)
  return [...blocks.add(positionAt(list, last).block)]
}

/**
 * The item of a member, by the person who is one.
 * @throws Error for a list whose members are counted when they are written
 */
export function memberKey({ name, keyOfMember }: NumberedList, person: string): Key {
  if (!keyOfMember) throw new Error(`Members of the list "${name}" are never pending`)
  return keyOfMember(person)
}

/** The person in the key of a member's item, whatever the list. */
export const personOfMember = ({ pk }: Pick<Key, 'pk'>) => idInKey(pk)

/** The exact number of members. */
export async function lengthOf(table: Table, { length }: NumberedList): Promise<number> {
  return lengthIn(await getOne(table, length))
}

export const lengthIn = (item: Record<string, unknown> | undefined) => (item?.['length'] as number | undefined) ?? 0
