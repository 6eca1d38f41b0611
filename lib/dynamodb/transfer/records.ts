import type { Owner } from '../../domain/principal.js'
import { listNamed, placeAt } from '../lists/numbered-list.js'
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
}

/** Members of a hot list that were numbered together, in their order. */
export interface RunRecord {
  type: 'run'
  list: string
  first: number
  members: string[]
  numbered_at?: string | undefined
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

/** What makes items of a type of record. */
interface Kind {
  /** Fields of the value that must be texts: the key is made of them. */
  needs: string[]
  keyOf: (value: Record<string, string>, list: string) => Key
  /** Present where the value has foreign identifiers. */
  claims?: ResourceType
}

const afterColon = (text: string) => text.slice(text.lastIndexOf(':') + 1)

const memberKinds = {
  event_campaign: {
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.campaign(id),
    claims: 'event_campaign',
  },
  campaign_event: {
    needs: ['event'],
    keyOf: ({ event = '' }, list) => keyOf.campaignEvent(afterColon(list), event),
  },
  action: { needs: ['event'], keyOf: ({ event = '' }) => keyOf.action(event) },
  selectable: { needs: ['event'], keyOf: ({ event = '' }) => keyOf.selectable(event) },
  attendance: {
    needs: ['id', 'event', 'person'],
    keyOf: ({ person = '', event = '' }) => keyOf.attendance(person, event),
    claims: 'attendance',
  },
  event: { needs: ['id', 'owner'], keyOf: ({ id = '' }) => keyOf.event(id), claims: 'event' },
  targeting_query: {
    needs: ['id', 'owner'],
    keyOf: ({ id = '' }) => keyOf.query(id),
    claims: 'targeting_query',
  },
  tag: { needs: ['id', 'owner', 'name'], keyOf: ({ id = '' }) => keyOf.tag(id) },
  list_item: {
    needs: ['list', 'person'],
    keyOf: ({ list = '', person = '' }) => keyOf.listItem(list, person),
  },
  person: { needs: ['id', 'owner'], keyOf: ({ id = '' }) => keyOf.person(id), claims: 'person' },
} satisfies Record<string, Kind>

const singleKinds = {
  tagging: { needs: ['id', 'tag', 'person'], keyOf: ({ tag = '', id = '' }) => keyOf.tagging(tag, id) },
  member: {
    needs: ['group', 'person', 'role'],
    keyOf: ({ group = '', person = '' }) => keyOf.member(group, person),
  },
  group: { needs: ['id', 'title', 'creator'], keyOf: ({ id = '' }) => keyOf.group(id) },
  account: { needs: ['id', 'person'], keyOf: ({ id = '' }) => keyOf.account(id) },
  calendar: { needs: ['id', 'owner', 'hash'], keyOf: ({ id = '' }) => keyOf.calendar(id) },
  api_key: { needs: ['id', 'owner', 'hash'], keyOf: ({ id = '' }) => keyOf.apiKey(id) },
} satisfies Record<string, Kind>

export type MemberType = keyof typeof memberKinds
export type SingleType = keyof typeof singleKinds

const kinds: Record<string, Kind> = { ...memberKinds, ...singleKinds }

export const isMember = (record: TransferRecord): record is MemberRecord =>
  Object.hasOwn(memberKinds, record.type)

/** Where the item of a record lies. */
export function keyOfRecord(record: TransferRecord): Key {
  if (record.type === 'list') return listNamed(record.name).length
  if (record.type === 'run')
    return keyOf.run(placeAt(listNamed(record.list), record.first).block, record.first)
  const list = 'list' in record ? record.list : ''
  return (kinds[record.type] as Kind).keyOf(record.value as Record<string, string>, list)
}

/** What of a record's item is not its value: where it stands. */
export function placeOfRecord({ list, ordinal, in_run }: MemberRecord): Partial<Item> {
  return in_run ? { numbered: ordinal } : { ...placeAt(listNamed(list), ordinal) }
}

/** The foreign identifiers of a record, and what their claims say. */
export function claimsOfRecord({ type, value }: MemberRecord | SingleRecord) {
  const resource = kinds[type]?.claims
  if (resource === undefined) return []
  const holder =
    resource === 'attendance'
      ? `${resource}:${String(value['person'])}/${String(value['event'])}`
      : `${resource}:${String(value['id'])}`
  return (value['identifiers'] as string[]).map((identifier) => ({
    identifier,
    holder,
    key: keyOf.identifier(resource, identifier),
  }))
}

/** How a record is spoken of. */
export const nameOf = (record: TransferRecord) =>
  'value' in record && typeof record.value['id'] === 'string'
    ? `${record.type}:${record.value['id']}`
    : `this ${record.type}`

/** The refusal of a part of a record, which somebody else has. */
export const leftOut = (record: TransferRecord, part: string) =>
  `${nameOf(record)} came without ${part}, which another resource has here.`

/**
 * What is wrong with a line of an export, as the end of a sentence; undefined when it is a record of this owner's.
 */
export function faultIn(line: unknown, owner: Owner): string | undefined {
  if (!isObject(line)) return 'is no object'
  const { type, list, name, length, ordinal, first, members, value } = line
  const isCount = (number: unknown) => Number.isSafeInteger(number) && (number as number) > 0
  if (type === 'list')
    return typeof name === 'string' && isCount(length) ? undefined : 'needs a name and a length'
  if (type === 'run') {
    const isRun = typeof list === 'string' && isCount(first) && isTexts(members)
    return isRun ? undefined : 'needs a list, a first ordinal and members'
  }
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (!kind) return `has the type ${JSON.stringify(type)}, which there is not`
  if (Object.hasOwn(memberKinds, type as string) && !(typeof list === 'string' && isCount(ordinal)))
    return 'needs a list and an ordinal'
  if (!isObject(value)) return 'needs a value'
  const missing = kind.needs.filter((field) => typeof value[field] !== 'string' || value[field] === '')
  if (missing.length > 0) return `lacks ${missing.join(', ')} in its value`
  if (kind.claims && !isTexts(value['identifiers'])) return 'lacks identifiers in its value'
  if (value['owner'] !== undefined && value['owner'] !== owner)
    return `belongs to ${JSON.stringify(value['owner'])}`
  const contacts = ['email_addresses', 'phone_numbers'].filter((each) => !Array.isArray(value[each]))
  if (type === 'person' && contacts.length > 0) return `lacks ${contacts.join(', ')} in its value`
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')
