import type { Owner } from '../../domain/principal.js'
import type { CreationCounts } from '../lists/creation-counts.js'
import { type NumberedList, listNamed, lists, positionAt } from '../lists/numbered-list.js'
import { type Item, type Key, type ResourceType, keyOf } from '../table.js'

/*
 * What an export holds of an owner, record by record. Records name things as the API does, with their places in
 * lists; keys, claims and indexes follow from them and are no part of an export.
 */

export type Value = Record<string, unknown>

/** How many members a list has; it comes before all of them. */
export interface ListRecord {
  type: 'list'
  name: string
  length: number
  /** The ordinal from which on every segment has counts of creation dates, if there is one. */
  counted_from?: number | undefined
}

/** Members of a hot list that were numbered together, in their order. */
export interface RunRecord {
  type: 'run'
  list: string
  first: number
  members: string[]
  numbered_at?: string | undefined
  creation_counts?: CreationCounts | undefined
}

/** A member of a list. */
export interface MemberRecord {
  type: MemberType
  list: string
  ordinal: number
  /** Whether a run says where it stands. */
  in_run?: true
  value: Value
}

/** What stands in no list. */
export interface SingleRecord {
  type: SingleType
  value: Value
}

export type TransferRecord = ListRecord | RunRecord | MemberRecord | SingleRecord

type Texts = Record<string, string>

/** What makes items of a type of record. */
interface Kind {
  /** Fields of the value that must be texts: the key is made of them. */
  needs: string[]
  keyOf: (value: Texts, list: string) => Key
  /** Present where the value has foreign identifiers. */
  claims?: ResourceType
}

interface MemberKind extends Kind {
  /** The one list in which such a member stands. */
  listOf: (owner: Owner, value: Texts, list: string) => NumberedList
}

interface SingleKind extends Kind {
  /** Whose the item is, where the value has no owner. */
  ownerOf?: (value: Texts) => Owner
}

const afterColon = (text: string) => text.slice(text.lastIndexOf(':') + 1)

const memberKinds = {
  event_campaign: {
    listOf: lists.campaignsOf,
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.campaign(id),
    claims: 'event_campaign',
  },
  campaign_event: {
    listOf: (_owner, _value, list) => lists.eventsOfCampaign(afterColon(list)),
    needs: ['event'],
    keyOf: ({ event = '' }, list) => keyOf.campaignEvent(afterColon(list), event),
  },
  action: {
    listOf: lists.actionsOf,
    needs: ['event'],
    keyOf: ({ event = '' }) => keyOf.action(event),
  },
  selectable: {
    listOf: lists.selectableOf,
    needs: ['event'],
    keyOf: ({ event = '' }) => keyOf.selectable(event),
  },
  attendance: {
    listOf: (_owner, { event = '' }) => lists.attendancesOf(event),
    needs: ['id', 'event', 'person'],
    keyOf: ({ person = '', event = '' }) => keyOf.attendance(person, event),
    claims: 'attendance',
  },
  event: {
    listOf: lists.eventsOf,
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.event(id),
    claims: 'event',
  },
  targeting_query: {
    listOf: lists.queriesOf,
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.query(id),
    claims: 'targeting_query',
  },
  tag: {
    listOf: lists.tagsOf,
    needs: ['id', 'owner', 'name'],
    keyOf: ({ id = '' }) => keyOf.tag(id),
  },
  list_item: {
    listOf: (_owner, { list = '' }) => lists.itemsOf(list),
    needs: ['list', 'person'],
    keyOf: ({ list = '', person = '' }) => keyOf.listItem(list, person),
  },
  person: {
    listOf: lists.peopleOf,
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.person(id),
    claims: 'person',
  },
} satisfies Record<string, MemberKind>

const singleKinds = {
  tagging: { needs: ['id', 'tag', 'person'], keyOf: ({ tag = '', id = '' }) => keyOf.tagging(tag, id) },
  member: {
    ownerOf: ({ group = '' }) => `group:${group}`,
    needs: ['group', 'person', 'role'],
    keyOf: ({ group = '', person = '' }) => keyOf.member(group, person),
  },
  group: {
    ownerOf: ({ id = '' }) => `group:${id}`,
    needs: ['id', 'title', 'creator'],
    keyOf: ({ id = '' }) => keyOf.group(id),
  },
  account: {
    ownerOf: ({ id = '' }) => `account:${id}`,
    needs: ['id', 'person'],
    keyOf: ({ id = '' }) => keyOf.account(id),
  },
  calendar: { needs: ['id', 'owner', 'hash'], keyOf: ({ id = '' }) => keyOf.calendar(id) },
  api_key: { needs: ['id', 'owner', 'hash'], keyOf: ({ id = '' }) => keyOf.apiKey(id) },
} satisfies Record<string, SingleKind>

export type MemberType = keyof typeof memberKinds
export type SingleType = keyof typeof singleKinds

const kinds: Record<string, Kind & Partial<MemberKind & SingleKind>> = { ...memberKinds, ...singleKinds }

export const kindOf = (type: string) => (Object.hasOwn(kinds, type) ? kinds[type] : undefined)

export const isMember = (record: TransferRecord): record is MemberRecord =>
  Object.hasOwn(memberKinds, record.type)

/** Where the item of a record lies. */
export function keyOfRecord(record: TransferRecord): Key {
  if (record.type === 'list') return listNamed(record.name).length
  if (record.type === 'run')
    return keyOf.segment(positionAt(listNamed(record.list), record.first).block, record.first)
  const list = 'list' in record ? record.list : ''
  return (kinds[record.type] as Kind).keyOf(record.value as Record<string, string>, list)
}

/** What of a record's item is not its value: where it stands. */
export function placeOfRecord({ list, ordinal, in_run }: MemberRecord): Partial<Item> {
  return in_run ? { numbered: ordinal } : { ...positionAt(listNamed(list), ordinal) }
}

/** The foreign identifiers of a record, and for what they are claimed. */
export function claimsOfRecord({ type: kind, value }: MemberRecord | SingleRecord) {
  const type = kinds[kind]?.claims
  if (type === undefined) return []
  const id =
    type === 'attendance' ? `${String(value['person'])}/${String(value['event'])}` : String(value['id'])
  return (value['identifiers'] as string[]).map((identifier) => ({ type, id, identifier }))
}

/**
 * What a record is a part of, without being its owner's by its own value: if it is in the table already, it must be
 * the owner's.
 */
export function wholesOf(record: TransferRecord): Key[] {
  if (record.type === 'list') {
    const of = NESTED.find(({ list }) => record.name.startsWith(list('').name))
    return of ? [of.keyOf(afterColon(record.name))] : []
  }
  const { event = '', tag = '' }: Texts = 'value' in record ? (record.value as Texts) : {}
  if (['campaign_event', 'action', 'selectable'].includes(record.type)) return [keyOf.event(event)]
  return record.type === 'tagging' ? [keyOf.tag(tag)] : []
}

/** The lists that something of the owner's has, and where that lies. */
export const NESTED = [
  { list: lists.attendancesOf, keyOf: keyOf.event },
  { list: lists.eventsOfCampaign, keyOf: keyOf.campaign },
  { list: lists.itemsOf, keyOf: keyOf.person },
]

/** How a record is spoken of. */
export const nameOf = (record: TransferRecord) =>
  'value' in record && typeof record.value['id'] === 'string'
    ? `${record.type}:${record.value['id']}`
    : `this ${record.type}`

/** The refusal of a part of a record, which somebody else has. */
export const leftOut = (record: TransferRecord, part: string) =>
  `${nameOf(record)} came without ${part}, which another resource has here.`
