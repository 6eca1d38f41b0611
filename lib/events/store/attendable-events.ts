import type { Owner } from '../../runtime/owner.js'
import { notFound } from '../../runtime/errors.js'
import type { AttendableEvent } from '../event.js'
import type { Table } from '../../table/table.js'
import { loadAttendable, whileContended } from './load-event.js'

/** Events, as RSVPs need them. It is a store of its own because the functions of RSVPs hold little else. */
export interface AttendableEvents {
  /**
   * Returns what an RSVP needs of an event. While the list of its attendances is contended, a process reads it once
   * a second.
   * @throws OsdiError not_found, also for another owner's event
   */
  findToAttend(owner: Owner, id: string): Promise<AttendableEvent>
  /** The same for an event of a campaign, for any owner. @throws OsdiError not_found */
  findInCampaign(campaign: string, id: string): Promise<AttendableEvent>
}

export function attendableEvents(table: Table): AttendableEvents {
  const attendable = whileContended(table, (id) => loadAttendable(table, id), 1_000)
  return {
    async findToAttend(owner, id) {
      const event = await attendable.load(id)
      if (event?.owner !== owner) throw notFound()
      return event
    },

    async findInCampaign(campaign, id) {
      const event = await attendable.load(id)
      if (event?.event_campaign_id !== campaign) throw notFound()
      return event
    },
  }
}
