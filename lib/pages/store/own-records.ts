import { groupIdOf } from '../../runtime/owner.js'
import type { Attendance } from '../../attendances/attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import type { ListItem } from '../../lists/email-list.js'
import type { OwnCalls, OwnRecords } from '../own-data.js'
import type { Person } from '../../people/person.js'
import type { Tag } from '../../tags/tag.js'
import { inParallel } from '../../table/in-parallel.js'
import { keyOfOwner } from '../../table/items/items.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { taggingsOfPerson } from '../../tags/store/tag-store.js'

/** Campaigns that are asked at the same time. */
const CAMPAIGNS = 8

/**
 * Reads what an owner keeps about a person beside the record: a Query for the RSVPs, the lists and each campaign, and
 * half a read unit for each event, tag of the owner, and call.
 */
export async function ownRecords(table: Table, { id, owner }: Person): Promise<OwnRecords> {
  const [rsvps, entries, taggings, hosted, role] = await Promise.all([
    getBeside(table, keyOf.attendance(id, '')),
    getBeside(table, keyOf.listItem('', id)),
    taggingsOfPerson(table, owner, id),
    hostedBy(table, { id, owner }),
    roleOf(table, { id, owner }),
  ])
  const attendances = rsvps.map((item) => valueOf<Attendance>(item))
  const [events, calls, tags, hostedEvents] = await Promise.all([
    getMany(
      table,
      attendances.map(({ event }) => keyOf.event(event)),
    ),
    getMany(
      table,
      attendances.map(({ event }) => keyOf.call(event, id)),
    ),
    getMany(
      table,
      taggings.map(({ tag }) => keyOf.tag(tag)),
    ),
    getMany(table, hosted.map(keyOf.event)),
  ])
  return {
    ...(role !== undefined && { role }),
    rsvps: attendances.map((attendance, i) => ({
      attendance,
      event: found<OsdiEvent>(events[i]),
      call: found<OwnCalls>(calls[i]),
    })),
    tags: taggings.map(({ created_date }, i) => ({ name: found<Tag>(tags[i])?.name, created_date })),
    lists: entries.map((item) => valueOf<ListItem>(item)),
    hosted: hostedEvents.flatMap((item) => (item ? [valueOf<OsdiEvent>(item)] : [])),
  }
}

const found = <Value extends object>(item: Item | undefined) => item && valueOf<Value>(item)

/** The ids of the events that a person hosts, in all campaigns of an owner. */
async function hostedBy(table: Table, { id, owner }: Pick<Person, 'id' | 'owner'>): Promise<string[]> {
  const list = lists.campaignsOf(owner)
  const length = await lengthOf(table, list)
  const campaigns = length === 0 ? [] : await readWhole(table, list, 1, length)
  const events = await inParallel(campaigns, CAMPAIGNS, ({ id: campaign }) =>
    getBeside(table, keyOf.hostOfEvent(campaign as string, id, '')),
  )
  return events.flat().map(({ event }) => event as string)
}

/** The role of a person in the group, or that the account is the person's. */
async function roleOf(table: Table, { id, owner }: Pick<Person, 'id' | 'owner'>): Promise<string | undefined> {
  const group = groupIdOf(owner)
  const item = await getOne(table, group === undefined ? keyOfOwner(owner) : keyOf.member(group, id))
  if (item?.['person'] !== id) return undefined
  return group === undefined ? 'account' : (item['role'] as string)
}
