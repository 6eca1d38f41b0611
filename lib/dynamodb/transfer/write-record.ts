import { type Person, contactsOf } from '../../domain/person.js'
import type { Owner } from '../../domain/principal.js'
import { append } from '../lists/append.js'
import { missingChange } from '../audit/changes.js'
import { lists } from '../lists/numbered-list.js'
import { contactKeys } from '../stores/contacts.js'
import { putSeats } from '../stores/seats.js'
import { type Item, type Key, type Table, keyOf } from '../table.js'
import { putNew, putOnce } from '../transaction.js'
import {
  type MemberRecord,
  type RunRecord,
  type SingleRecord,
  type Value,
  claimsOfRecord,
  isMember,
  keyOfRecord,
  leftOut,
  placeOfRecord,
} from './records.js'

interface Writing {
  /** Of the lists of this import. */
  lengths: ReadonlyMap<string, number>
  refuse: (refusal: string) => void
}

type Writable = MemberRecord | SingleRecord | RunRecord

/**
 * Writes the item of a record that is not there, after what must be unique about it. Each write is one of its own,
 * for half of what a transaction costs: whoever dies in between has claimed what the next import needs.
 * @returns whether it was written
 */
export async function writeRecord(table: Table, record: Writable, writing: Writing): Promise<boolean> {
  const key = keyOfRecord(record)
  if (record.type === 'run') {
    const { first, members, numbered_at } = record
    return isNew(table, key, { first, members, ...(numbered_at && { numbered_at }) })
  }
  if (record.type === 'group' || record.type === 'account') return joinOwners(table, record, key)
  const value = await withClaims(table, record, writing)
  if (record.type === 'event') await takeSeats(table, value, writing)
  if (record.type === 'calendar' || record.type === 'api_key') await putBesideOwner(table, record)
  const item = { ...value, ...(isMember(record) && placeOfRecord(record)), ...key } as Item
  return isNew(table, key, { ...item, ...missingChange(item) })
}

const isNew = async (table: Table, key: Key, value: object) =>
  (await putOnce(table, key, value)) === undefined

/** Groups and accounts stand in lists of everybody's, at whose end they come. */
async function joinOwners(table: Table, { type, value }: SingleRecord, key: Key): Promise<boolean> {
  const list = type === 'group' ? lists.groups : lists.accounts
  const refusals = await append(table, [list], ([place]) => [putNew(table, key, { ...value, ...place })])
  return refusals.length === 0
}

/** Claims identifiers and contacts. @returns the value without those that others have */
async function withClaims(
  table: Table,
  record: MemberRecord | SingleRecord,
  { refuse }: Writing,
): Promise<Value> {
  const value = { ...record.value }
  const lost = new Set<string>()
  for (const { identifier, holder, key } of claimsOfRecord(record)) {
    const stood = await putOnce(table, key, { identifier, holder })
    if (!stood || stood['holder'] === holder) continue
    lost.add(identifier)
    refuse(leftOut(record, `the identifier "${identifier}"`))
  }
  if (lost.size > 0)
    value['identifiers'] = (value['identifiers'] as string[]).filter((identifier) => !lost.has(identifier))
  if (record.type !== 'person') return value
  const { id, owner, ...person } = value as unknown as Person
  const contacts = contactsOf(person)
  for (const [kind, field] of CONTACTS) {
    const [key] = contactKeys(owner, { [kind]: contacts[kind] })
    const stood = key && (await putOnce(table, key, { person: id }))
    if (!stood || stood['person'] === id) continue
    value[field] = []
    refuse(leftOut(record, kind === 'email' ? 'its email' : 'its phone number'))
  }
  return value
}

const CONTACTS = [
  ['email', 'email_addresses'],
  ['phone', 'phone_numbers'],
] as const

/** As many places of an event are taken as there are attendances, which came before it. */
async function takeSeats(table: Table, { id, capacity }: Value, { lengths }: Writing): Promise<void> {
  const taken = lengths.get(lists.attendancesOf(id as string).name) ?? 0
  if (typeof capacity === 'number' && taken > 0) await putSeats(table, id as string, capacity, taken)
}

const putBesideOwner = (table: Table, { type, value }: MemberRecord | SingleRecord) => {
  const [owner, id] = [value['owner'] as Owner, value['id'] as string]
  return putOnce(table, type === 'calendar' ? keyOf.calendarOf(owner, id) : keyOf.apiKeyOf(owner, id), { id })
}
