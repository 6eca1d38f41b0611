import { type OwnerSettings, settingsIn } from '../../access/owner-settings.js'
import type { EventForBrowsers, OsdiEvent } from '../../events/event.js'
import { isPublic } from '../../events/visibility.js'
import { takesRsvps } from '../../events/rsvps-without-key.js'
import { datesOf } from '../../events/upcoming.js'
import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne } from '../../table/reads.js'
import type { Table } from '../../table/table.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { loadAttendable, loadEvent, whileContended } from '../../events/store/load-event.js'

/** The settings of an owner are cached this long, because a partition gives only 3,000 read units a second. */
const REMEMBERED_MS = 1_000

export function visitedEventStore(table: Table) {
  const admitting = ttlCache<OwnerSettings>(REMEMBERED_MS)
  const attendable = whileContended(table, (id) => loadAttendable(table, id), 1_000)
  const whole = whileContended(table, async (id) => attendable.remember(id, await loadEvent(table, id)), 10_000)
  return {
    /** Returns an event of any owner, with what visitors are told, if it is public. */
    async find(id: string): Promise<EventForBrowsers | undefined> {
      const found = await whole.load(id)
      // The whole event is remembered for longer than what may change for an RSVP. A process that remembers both learns
      // from the latter whether the list is still contended.
      const current = found && isContended(table, lists.attendancesOf(id)) ? await attendable.load(id) : found
      if (!found || !current || !isPublic(current)) return undefined
      const { instructions, language, consent_text, questions } = found
      return {
        ...current,
        ...datesOf(found),
        ...(instructions !== undefined && { instructions }),
        ...(language !== undefined && { language }),
        ...(consent_text !== undefined && { consent_text }),
        ...(questions !== undefined && { questions }),
      }
    },

    /**
     * Returns the settings of an event's owner, if browsers may attend it without a key. While its list is contended, a
     * process reads them once a second.
     */
    async settingsOf(event: Pick<OsdiEvent, 'id' | 'owner' | 'origin'>): Promise<OwnerSettings | undefined> {
      const { id, owner } = event
      const known = isContended(table, lists.attendancesOf(id)) ? admitting.get(owner) : undefined
      if (known && takesRsvps(known, event)) return known
      const settings = settingsIn((await getOne(table, keyOfOwner(owner))) ?? {})
      const isOpen = takesRsvps(settings, event)
      if (isOpen) admitting.set(owner, settings)
      else admitting.delete(owner)
      return isOpen ? settings : undefined
    },
  }
}
