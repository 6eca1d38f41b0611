import type { Attendance } from '../../domain/attendance.js'
import type { CountedCampaign, EventCampaign } from '../../domain/event-campaign.js'
import type { OsdiEvent } from '../../domain/event.js'
import type { Person } from '../../domain/person.js'
import type { Owner } from '../../domain/principal.js'
import type { Tag, Tagging } from '../../domain/tag.js'
import { getMany, getOne } from '../reads.js'
import { isA } from '../items/items.js'
import { type Key, type Table, idInKey, keyOf, valueOf } from '../table.js'
import { campaignStore } from './campaign-store.js'
import { loadPerson } from './change-person.js'
import { loadEvent } from './load-event.js'
import { withPosition } from './waiting-list.js'

/** A resource whose change was announced, as it is now, and whose it is. */
export type AnnouncedResource =
  | { kind: 'attendance'; owner: Owner; attendance: Attendance; event: OsdiEvent }
  | { kind: 'person'; owner: Owner; person: Person }
  | { kind: 'event'; owner: Owner; event: OsdiEvent }
  | { kind: 'event_campaign'; owner: Owner; campaign: CountedCampaign }
  | { kind: 'tagging'; owner: Owner; tagging: Tagging; removed?: string }

/** Reads what the announcement of a change is about. @returns undefined for what is gone */
export async function readAnnounced(table: Table, key: Key): Promise<AnnouncedResource | undefined> {
  const { pk, sk } = key
  const [id, part] = [idInKey(pk), idInKey(sk)]
  if (isA('attendance', key)) {
    const [item, event] = await Promise.all([getOne(table, { pk, sk }), loadEvent(table, part)])
    if (!item || !event) return undefined
    const attendance = await withPosition(table, valueOf<Attendance>(item))
    return { kind: 'attendance', owner: event.owner, attendance, event }
  }
  if (isA('person', key)) {
    const person = await loadPerson(table, id)
    return person && { kind: 'person', owner: person.owner, person }
  }
  if (isA('event', key)) {
    const event = await loadEvent(table, id)
    return event && { kind: 'event', owner: event.owner, event }
  }
  if (isA('campaign', key)) {
    const item = await getOne(table, key)
    if (!item) return undefined
    const campaign = await campaignStore(table).counted(valueOf<EventCampaign>(item))
    return { kind: 'event_campaign', owner: campaign.owner, campaign }
  }
  if (isA('tagging', key) || isA('removedTagging', key)) {
    const item = await getOne(table, { pk, sk })
    const tagging = item && valueOf<Tagging & { removed_date?: string }>(item)
    const tag = tagging && (await getOne(table, keyOf.tag(tagging.tag)))
    if (!tag) return undefined
    const { removed_date: removed } = tagging
    return { kind: 'tagging', owner: valueOf<Tag>(tag).owner, tagging, ...(removed && { removed }) }
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
