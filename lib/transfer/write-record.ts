import type { Attendance } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { type Contact, type Person, allContactsOf, contactsOf, isSameContact } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import type { Slugged, WithSlug } from '../resources/slug.js'
import { type Counts, totalsOf } from '../events/totals.js'
import { append } from '../collections/append.js'
import { attendableUpdate } from '../events/store/attendable.js'
import { contactsOfEvent } from '../events/store/contacts-of-events.js'
import { missingChange } from '../audit/changes.js'
import { attendancesOf } from '../attendances/store/attendance-items.js'
import { modifiedIn } from '../collections/search/modified.js'
import { lateMembersOf } from '../collections/sequencer/late-members.js'
import { listNamed, lists } from '../collections/numbered-list.js'
import { claimContact } from '../people/store/contacts.js'
import { keepFieldNames } from '../people/store/custom-field-store.js'
import { claim } from '../resources/identifiers.js'
import { claimSlug } from '../resources/slugs.js'
import { dueSettlement, newlyClosed } from '../seats/store/seat-state.js'
import { putSeats } from '../seats/store/seats.js'
import { isSettled, keepsSeats } from '../events/capacity.js'
import { queueOfEvent } from '../hosting/store/review-queue.js'
import { mailOfImportedEvent } from '../mail/store/event-mail.js'
import { listingsOfEvent } from '../near/store/listed-items.js'
import { keyOfAccess } from '../access/store/sign-in-addresses.js'
import { newTaggingItem } from '../tags/store/write-tags.js'
import type { Tagging } from '../tags/tag.js'
import { setCounts } from '../events/store/totals.js'
import { joinWaitingList } from '../seats/store/waiting-list.js'
import { type Item, type Key, type Table, keyOf } from '../table/table.js'
import type { TransactItem } from '../table/conflicts.js'
import { putIfAbsent, putNew, updateIgnoringConflict, writeAlone } from '../table/transaction.js'
import {
  type MemberRecord,
  type RunRecord,
  type SingleRecord,
  type Value,
  claimsOfRecord,
  isMember,
  kindOfRecord,
  keyOfRecord,
  leftOut,
  positionOfRecord,
} from './records.js'

interface Writing {
  owner: Owner
  /** The lengths of the lists of this import. */
  lengths: ReadonlyMap<string, number>
  /** The counts of the attendances of an event, by its id. */
  counts: ReadonlyMap<string, Partial<Counts>>
  refuse: (refusal: string) => void
}

type Writable = MemberRecord | SingleRecord | RunRecord

/**
 * Writes the item of a record that is not there, in one transaction with the claims of what must be unique about it: a
 * claim without its holder would be in the way of other resources if the import ended in between. What an item has
 * besides is written before it, each by a write of its own.
 * @returns whether it was written
 */
export async function writeRecord(table: Table, record: Writable, writing: Writing): Promise<boolean> {
  const key = keyOfRecord(record)
  if (record.type === 'run') return writeSegment(table, record, key)
  await putAccess(table, record)
  if (record.type === 'group' || record.type === 'account') return joinOwners(table, record, key, writing)
  if (record.type === 'event') await prepareAttendances(table, record.value, writing)
  await putBesideOwner(table, record)
  if (record.type === 'person') await keepFieldNames(table, record.value as unknown as Person)
  const itemOf = (value: Value) => {
    if (record.type === 'tagging') return newTaggingItem(table, value as unknown as Tagging)
    const item = { ...value, ...(isMember(record) && positionOfRecord(record)), ...key } as Item
    const inOwners =
      record.type === 'attendance' && modifiedIn(attendancesOf(writing.owner), record.value as unknown as Attendance)
    return putNew(table, key, { ...item, ...missingChange(item), ...inOwners })
  }
  const event = record.value as unknown as OsdiEvent
  const besides =
    record.type === 'event'
      ? [contactsOfEvent, mailOfImportedEvent, listingsOfEvent, queueOfEvent].flatMap(({ withNew }) =>
          withNew(table, event),
        )
      : []
  return writeClaimed(table, record, { itemOf, besides }, writing)
}

/** The record of its late members comes first: where there is a segment, there is its record. */
async function writeSegment(table: Table, { list, ...record }: RunRecord, key: Key): Promise<boolean> {
  const { first, members, numbered_at, creation_counts } = record
  const late = lateMembersOf(listNamed(list), record)
  if (late) await putIfAbsent(table, late.key, late.value)
  return isNew(table, key, {
    first,
    members,
    ...(numbered_at && { numbered_at }),
    ...(creation_counts && { creation_counts }),
  })
}

const isNew = async (table: Table, key: Key, value: object) => (await putIfAbsent(table, key, value)) === undefined

/** A claim, how a refusal names what is claimed, and the value of the record without it. */
interface RecordClaim {
  write: TransactItem
  part: string
  leaveOut: (value: Value) => Value
}

/** A transaction holds 100 items (DynamoDB limit). The claims of a resource that has gathered more come before it. */
const MOST_TOGETHER = 90

/** Writes an item with its claims, and without those that other resources have. @returns whether it was written */
async function writeClaimed(
  table: Table,
  record: MemberRecord | SingleRecord,
  { itemOf, besides }: { itemOf: (value: Value) => TransactItem; besides: TransactItem[] },
  { refuse }: Writing,
): Promise<boolean> {
  let value = record.value
  let claims = claimsOf(table, record)
  const without = (taken: RecordClaim[]) => {
    for (const { part, leaveOut } of taken) {
      value = leaveOut(value)
      refuse(leftOut(record, part))
    }
    claims = claims.filter((claim) => !taken.includes(claim))
  }
  const early = claims.slice(MOST_TOGETHER)
  for (const claim of early) if ((await writeAlone(table, () => [claim.write])) !== 'written') without([claim])
  const together = () => claims.filter((claim) => !early.includes(claim))
  for (;;) {
    const item = itemOf(value)
    const outcome = await writeAlone(table, () => [item, ...besides, ...together().map(({ write }) => write)])
    if (outcome === 'written') return true
    if (outcome.with(item)) return false
    without(together().filter(({ write }) => outcome.with(write)))
  }
}

/** Groups and accounts stand in lists of everybody's, at whose end they come. */
async function joinOwners(table: Table, record: SingleRecord, key: Key, { refuse }: Writing): Promise<boolean> {
  const isGroup = record.type === 'group'
  let value = record.value
  let claims = isGroup ? slugClaims(table, 'group', value) : []
  for (;;) {
    const outcome = await append(table, [isGroup ? lists.groups : lists.accounts], ([position]) => [
      putNew(table, key, { ...value, ...position }),
      ...claims.map(({ write }) => write),
    ])
    if (outcome === 'written') return true
    const taken = claims.filter(({ write }) => outcome.with(write))
    if (outcome.at(key) || taken.length === 0) return false
    for (const { part, leaveOut } of taken) {
      value = leaveOut(value)
      refuse(leftOut(record, part))
    }
    claims = claims.filter((claim) => !taken.includes(claim))
  }
}

function claimsOf(table: Table, record: MemberRecord | SingleRecord): RecordClaim[] {
  const identifiers = claimsOfRecord(record).map(({ of, id, identifier }): RecordClaim => ({
    write: claim(table, of, identifier, id),
    part: `the identifier "${identifier}"`,
    leaveOut: (value) => ({
      ...value,
      identifiers: (value['identifiers'] as string[]).filter((each) => each !== identifier),
    }),
  }))
  if (record.type === 'attendance') return [...identifiers, ...placeOnList(table, record.value)]
  if (record.type === 'event' || record.type === 'event_campaign')
    return [...slugClaims(table, record.type, record.value), ...identifiers]
  if (record.type !== 'person') return identifiers
  const { id, owner, ...person } = record.value as unknown as Person
  const own = contactsOf(person)
  const ofPerson = allContactsOf(person).map((contact): RecordClaim => {
    const { kind, value: text } = contact
    const { field, part } = CONTACTS[kind]
    const isOwn = own[kind] === text
    return {
      write: claimContact(table, keyOf.contact(owner, kind, text), id),
      part: isOwn ? part : 'a contact of a person who was merged into it',
      leaveOut: (value) => (isOwn ? { ...value, [field]: [] } : withoutFurther(value, contact)),
    }
  })
  return [...ofPerson, ...identifiers]
}

/** The readable addresses of a page, present and former. */
function slugClaims(table: Table, type: Slugged, value: Value): RecordClaim[] {
  const { id, slug, former_slugs: former = [] } = value as unknown as WithSlug
  const claimOf = (each: string, leaveOut: RecordClaim['leaveOut']): RecordClaim => ({
    write: claimSlug(table, type, each, id),
    part: `the readable address "${each}"`,
    leaveOut,
  })
  const without = ({ slug: _taken, ...others }: Value): Value => others
  const withoutFormer =
    (each: string) =>
    (left: Value): Value => ({
      ...left,
      former_slugs: (left['former_slugs'] as string[]).filter((one) => one !== each),
    })
  return [
    ...(slug === undefined ? [] : [claimOf(slug, without)]),
    ...former.map((each) => claimOf(each, withoutFormer(each))),
  ]
}

/** The entry of the waiting list for which an attendance stands. */
function placeOnList(table: Table, value: Value): RecordClaim[] {
  const attendance = value as unknown as Attendance
  if (attendance.status !== 'tentative' || attendance.waiting_since === undefined) return []
  const write = joinWaitingList(table, attendance)
  return [{ write, part: 'its place on the waiting list', leaveOut: (unchanged) => unchanged }]
}

const withoutFurther = (value: Value, contact: Contact): Value => ({
  ...value,
  further_contacts: (value['further_contacts'] as Contact[]).filter((each) => !isSameContact(contact)(each)),
})

const CONTACTS = {
  email: { field: 'email_addresses', part: 'its email' },
  phone: { field: 'phone_numbers', part: 'its phone number' },
}

/**
 * Attendances came before their event: as many seats are taken, and their length shows the event and counts what became
 * of them.
 */
async function prepareAttendances(table: Table, value: Value, { lengths, counts }: Writing): Promise<void> {
  const event = value as unknown as OsdiEvent
  const length = lengths.get(lists.attendancesOf(event.id).name) ?? 0
  if (length === 0) return
  const ofEvent = counts.get(event.id) ?? {}
  await updateIgnoringConflict(table, attendableUpdate(event))
  await setCounts(table, event.id, ofEvent)
  if (!keepsSeats(event)) return
  const { accepted, guests } = totalsOf(length, ofEvent)
  await putSeats(table, event, accepted + guests)
  if (isSettled(event)) await writeAlone(table, () => [newlyClosed(table, event.id), dueSettlement(table, event.id)])
}

/** Writes the item beside its owner that leads to a key or a calendar. */
async function putBesideOwner(table: Table, { type, value }: MemberRecord | SingleRecord): Promise<void> {
  const transfer = kindOfRecord(type)?.transfer
  if (transfer?.as !== 'single' || !transfer.besideOwner) return
  const [owner, id] = [value['owner'] as Owner, value['id'] as string]
  await putIfAbsent(table, transfer.besideOwner(owner, id), { id })
}

/** Lets the member or the account of a record sign in with the address that it has there. */
async function putAccess(table: Table, { type, value }: MemberRecord | SingleRecord): Promise<void> {
  const { sign_in_address: address, group, id, person } = value as Record<string, string | undefined>
  if (address === undefined || person === undefined || (type !== 'member' && type !== 'account')) return
  const owner: Owner = type === 'member' ? `group:${group}` : `account:${id}`
  await putIfAbsent(table, keyOfAccess({ address, owner }), { address, owner, person })
}
