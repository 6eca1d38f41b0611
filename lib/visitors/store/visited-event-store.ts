import type { EventForBrowsers } from '../../events/event.js'
import { isPublic } from '../../events/origin.js'
import { datesOf } from '../../events/upcoming.js'
import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import type { Table } from '../../table/table.js'
import { loadAttendable, loadEvent, whileContended } from '../../events/store/load-event.js'

export function visitedEventStore(table: Table) {
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
  }
}
