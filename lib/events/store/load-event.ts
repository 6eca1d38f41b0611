import type { AttendableEvent, OsdiEvent } from '../event.js'
import { attendableIn } from './attendable.js'
import { isContended, syncContention } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { getTogether, queryAll } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { countedIn } from './totals.js'
import type { Owner } from '../../runtime/owner.js'
import { notFound } from '../../runtime/errors.js'

/** One Query for the event and the length of its attendances; their keys stand side by side. */
export async function loadEvent(table: Table, id: string): Promise<OsdiEvent | undefined> {
  const items = await queryAll(table, withLength(id))
  const { sk } = keyOf.event(id)
  const event = items.find((item) => item['sk'] === sk)
  const length = items.find((item) => item['sk'] !== sk)
  syncContention(table, lists.attendancesOf(id), length)
  return event && { ...valueOf<OsdiEvent>(event), ...countedIn(length) }
}

/**
 * Remembers for some time what is loaded of events whose attendances are contended: a partition gives 3,000 read units
 * a second, and RSVPs may be more. Of a whole event, each read costs as much as the event is long, so that it is
 * remembered for longer.
 */
export function whileContended<Value>(table: Table, load: (id: string) => Promise<Value | undefined>, ttl: number) {
  const cache = ttlCache<Value>(ttl)
  const remember = <Loaded extends Value>(id: string, value: Loaded | undefined): Loaded | undefined => {
    if (value) cache.set(id, value)
    return value
  }
  return {
    remember,
    async load(id: string): Promise<Value | undefined> {
      const found = isContended(table, lists.attendancesOf(id)) ? cache.get(id) : undefined
      return found ?? remember(id, await load(id))
    },
  }
}

/**
 * Reads what an RSVP needs of an event, in one unit however long the event is and together with other reads of the
 * request: the length of its attendances holds it. Before the first attendance, it reads the event itself.
 */
export async function loadAttendable(table: Table, id: string): Promise<AttendableEvent | undefined> {
  const list = lists.attendancesOf(id)
  const [length] = await getTogether(table, [list.length])
  syncContention(table, list, length)
  return attendableIn(id, length) ?? loadEvent(table, id)
}

/** A Query for the length of an event's attendances and the event. */
const withLength = (id: string) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :length AND :event',
  ExpressionAttributeValues: {
    ':pk': keyOf.event(id).pk,
    ':length': lists.attendancesOf(id).length.sk,
    ':event': keyOf.event(id).sk,
  },
  ConsistentRead: true,
})

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
