import type { AnnouncedResource, Announcement } from '../announced-resource.js'
import type { Attendance } from '../../attendances/attendance.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent } from '../../events/event.js'
import { memoize } from '../../runtime/memoize.js'
import type { Owner } from '../../runtime/owner.js'
import type { Person } from '../../people/person.js'
import { type Tag, newTagging } from '../../tags/tag.js'
import { getMany, getOne, getTogether } from '../../table/reads.js'
import { isA } from '../../table/items/items.js'
import { type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { campaignStore } from '../../campaigns/store/campaign-store.js'
import { loadPerson } from '../../people/store/find-people.js'
import { loadEvent } from '../../events/store/load-event.js'
import { tagsOfPerson } from '../../tags/store/tag-store.js'
import { withPosition } from '../../seats/store/waiting-list.js'

/**
 * Makes what reads the resources that the announcements of a batch are about; undefined for what is gone. It reads each
 * event once: in a rush, thousands of RSVPs a second would read the same one. Attendances are read together.
 */
export function announcedReader(table: Table) {
  const eventOf = memoize((id) => loadEvent(table, id))
  return (change: Announcement) => readAnnounced(table, change, eventOf)
}

async function readAnnounced(
  table: Table,
  change: Announcement,
  eventOf: (id: string) => Promise<OsdiEvent | undefined>,
): Promise<AnnouncedResource | undefined> {
  const { pk, sk } = change
  const key = { pk, sk }
  const [id, part] = [idInKey(pk), idInKey(sk)]
  if (isA('attendance', key)) {
    const [[item], event] = await Promise.all([getTogether(table, [key]), eventOf(part)])
    if (!item || !event) return undefined
    const attendance = await withPosition(table, valueOf<Attendance>(item))
    return { kind: 'attendance', owner: event.owner, attendance, event }
  }
  if (isA('person', key)) {
    const person = await loadPerson(table, id)
    return person && { kind: 'person', owner: person.owner, person }
  }
  if (isA('event', key)) {
    const event = await eventOf(id)
    return event && { kind: 'event', owner: event.owner, event }
  }
  if (isA('campaign', key)) {
    const item = await getOne(table, key)
    if (!item) return undefined
    const campaign = await campaignStore(table).counted(valueOf<EventCampaign>(item))
    return { kind: 'event_campaign', owner: campaign.owner, campaign }
  }
  if (isA('tagging', key)) {
    const { tag, person, created_date, removed_date } = change
    const kept = tag && (await getOne(table, keyOf.tag(tag)))
    if (!kept || !person || !created_date) return undefined
    const tagging = newTagging(tag, person, new Date(created_date))
    const { owner } = valueOf<Tag>(kept)
    return { kind: 'tagging', owner, tagging, ...(removed_date && { removed_date }) }
  }
  return undefined
}

/** The owner of a campaign; undefined where there is none. */
export const ownerOfCampaign = async (table: Table, id: string) =>
  (await getOne(table, keyOf.campaign(id)))?.['owner'] as Owner | undefined

/** Those of some people who are erased. */
export async function erasedAmong(table: Table, people: string[]): Promise<string[]> {
  const items = await getMany(table, people.map(keyOf.person), { consistent: true })
  return people.filter((_, i) => items[i]?.['erased_date'] !== undefined)
}

/** Reads some people, consistently. */
export async function peopleByIds(table: Table, ids: string[]): Promise<Map<string, Person>> {
  const items = await getMany(table, ids.map(keyOf.person), { consistent: true })
  return new Map(ids.flatMap((id, i) => (items[i] ? [[id, valueOf<Person>(items[i])] as const] : [])))
}

export async function tagNamesOf(table: Table, owner: Owner, person: string): Promise<string[]> {
  const found = await tagsOfPerson(table, owner, person)
  return found.map(({ name }) => name).toSorted()
}
