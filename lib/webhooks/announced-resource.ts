import type { Attendance } from '../attendances/attendance.js'
import type { CountedCampaign } from '../campaigns/event-campaign.js'
import type { OsdiEvent } from '../events/event.js'
import type { Person } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import type { Tagging } from '../tags/tag.js'

/** A resource whose change was announced, as it is now, and whose it is. */
export type AnnouncedResource =
  | { kind: 'attendance'; owner: Owner; attendance: Attendance; event: OsdiEvent }
  | { kind: 'person'; owner: Owner; person: Person }
  | { kind: 'event'; owner: Owner; event: OsdiEvent }
  | { kind: 'event_campaign'; owner: Owner; campaign: CountedCampaign }
  | { kind: 'tagging'; owner: Owner; tagging: Tagging; removed_date?: string }

/**
 * The announcement of a change: the key of its item, and the revision after it. A tagging has no revision, and may be
 * gone, so its announcement has all of it.
 */
export interface Announcement {
  pk: string
  sk: string
  owner?: Owner
  revision?: number
  tag?: string
  person?: string
  created_date?: string
  removed_date?: string
}
