import type { Rsvp } from '../../attendances/self-service.js'
import { isComing } from '../../attendances/attendance.js'
import { calendarAnswer } from '../../calendars/calendar-answer.js'
import { requireDated } from '../../calendars/calendar.js'
import type { Answer } from '../../http/answer.js'
import { notFound } from '../../runtime/errors.js'
import type { App } from '../../table/app.js'
import { organizerFor } from '../organizer.js'
import { withAgreedContact } from './confirmed-addresses.js'

/**
 * Returns the event of an RSVP as a calendar file for the guest alone: with the place as guests see it, and the one who
 * organizes it.
 * @param sender the address that the service writes from
 * @throws OsdiError not_found for a guest who does not come, and for an event without a date
 */
export async function guestCalendar(
  { table, site }: Pick<App, 'table' | 'site'>,
  { attendance, event }: Rsvp,
  sender: string | undefined,
): Promise<Answer> {
  if (!isComing(attendance)) throw notFound()
  const organizer = organizerFor(await withAgreedContact(table, requireDated(event)), sender)
  const modified = new Date(event.modified_date)
  const answer = calendarAnswer(site, event.title, [event], modified, { organizer })
  return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex' } }
}
