import type { Owner } from '../runtime/owner.js'
import { among } from '../resources/identifiers.js'
import { type KindName, holderId, items } from '../table/items/items.js'
import type { Kind, MemberTransfer, SingleTransfer } from '../table/items/kind.js'
import type { CreationCounts } from '../collections/segments.js'
import { listNamed, listOf, positionAt } from '../collections/numbered-list.js'
import { type Item, type Key, keyOf } from '../table/table.js'

/*
 * The records of an export. They have the field names of the API, with positions in lists. Keys, claims and indexes are
 * derived from them and are not part of an export.
 */

export type Value = Record<string, unknown>

/** The length of a list; it comes before all members. */
export interface ListRecord {
  type: 'list'
  name: string
  length: number
}

/** A segment: members of a contended list whose ordinals were assigned together, in their order. */
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

/** A record that is in no list. */
export interface SingleRecord {
  type: SingleType
  value: Value
}

export type TransferRecord = ListRecord | RunRecord | MemberRecord | SingleRecord

type Texts = Record<string, string>

/** The types of records of those kinds that an export holds in one way. */
type RecordsOf<As extends string> = {
  [Name in KindName]: (typeof items)[Name]['transfer'] extends { as: As; record: infer Type extends string }
    ? Type
    : never
}[KindName]

export type MemberType = RecordsOf<'member'>
export type SingleType = RecordsOf<'single'>

/** A kind of item that is a record. */
type RecordKind = Kind & { transfer: MemberTransfer | SingleTransfer }

const isRecordKind = (kind: Kind): kind is RecordKind =>
  'as' in kind.transfer && (kind.transfer.as === 'member' || kind.transfer.as === 'single')

const kinds = new Map(
  Object.values<Kind>(items)
    .filter(isRecordKind)
    .map((kind) => [kind.transfer.record, kind]),
)

/** The kind of the items of a type of record; undefined for a type that there is not. */
export const kindOfRecord = (type: string) => kinds.get(type)

const kindFor = ({ type }: MemberRecord | SingleRecord) => kinds.get(type) as RecordKind

export const isMember = (record: TransferRecord): record is MemberRecord =>
  kinds.get(record.type)?.transfer.as === 'member'

/** The one list in which a member stands. @param name of the list that its record says */
export function listOfMember({ memberOf, parts }: Kind, owner: Owner, value: Texts, name: string) {
  const { list, of } = memberOf as NonNullable<Kind['memberOf']>
  if (of === 'owner') return listOf(list, owner)
  return listOf(list, value[of] ?? (parts.includes(of) ? idInList(name) : ''))
}

/** The id of the resource that a list belongs to. */
const idInList = (name: string) => name.slice(name.lastIndexOf(':') + 1)

/** Returns the key of a record's item. */
export function keyOfRecord(record: TransferRecord): Key {
  if (record.type === 'list') return listNamed(record.name).length
  if (record.type === 'run') return keyOf.segment(positionAt(listNamed(record.list), record.first).block, record.first)
  const { key, parts, memberOf } = kindFor(record)
  const value = record.value as Texts
  const inName = 'list' in record ? { [memberOf?.of ?? '']: idInList(record.list) } : {}
  return key(...(parts.map((part) => value[part] ?? inName[part] ?? '') as never[]))
}

/** Returns the attributes of a record's item that are not its value: its position in a list. */
export function positionOfRecord({ list, ordinal, in_run }: MemberRecord): Partial<Item> {
  return in_run ? { numbered: ordinal } : { ...positionAt(listNamed(list), ordinal) }
}

/** The foreign identifiers of a record, and for what they are claimed. */
export function claimsOfRecord(record: MemberRecord | SingleRecord) {
  const { claims: type } = kindFor(record)
  if (type === undefined) return []
  const id = holderId(type, record.value)
  return (record.value['identifiers'] as string[]).map((identifier) => ({
    of: among(type, record.value['owner']),
    id,
    identifier,
  }))
}

/**
 * Returns the resources that a record is a part of, without being its owner's by its own value: one that is in the
 * table already must be the owner's.
 */
export function wholesOf(record: TransferRecord): Key[] {
  if (record.type === 'list') return [listNamed(record.name).belongsTo ?? []].flat()
  if (record.type === 'run') return []
  const { partOf } = kindFor(record).transfer
  return partOf ? [keyOf[partOf](String(record.value[partOf]))] : []
}

/** Returns the name of a record in messages. */
export const nameOf = (record: TransferRecord) =>
  'value' in record && typeof record.value['id'] === 'string'
    ? `${record.type}:${record.value['id']}`
    : `this ${record.type}`

/** Describes the part of a record that is left out because another resource holds it. */
export const leftOut = (record: TransferRecord, part: string) =>
  `${nameOf(record)} came without ${part}, which another resource has here.`
