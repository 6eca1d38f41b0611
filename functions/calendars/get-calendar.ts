import { lastChanged } from '../../lib/domain/calendars/calendar.js'
import { publicEndpoint } from '../../lib/endpoint.js'
import { calendarAnswer } from '../../lib/http/headers/calendar-answer.js'
import { secretIn } from '../../lib/icalendar/address.js'
import { calendars } from '../../lib/service/public.js'

export const endpoint = publicEndpoint({ calendars }, async ({ calendars, site }, { parameter }) => {
  const calendar = await calendars.open(secretIn(parameter('calendar')))
  const now = new Date()
  const events = await calendars.eventsOf(calendar, { hidden: false }, now)
  return calendarAnswer(site, calendar.title, events, lastChanged(events, now))
})
