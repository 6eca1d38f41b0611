import { lastChanged } from '../../lib/calendars/calendar.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { calendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { secretIn } from '../../lib/calendars/icalendar/address.js'
import { calendars } from '../../lib/app/calendars.js'

export const endpoint = publicEndpoint({ calendars }, async ({ calendars, site }, { parameter }) => {
  const calendar = await calendars.open(secretIn(parameter('calendar')))
  const now = new Date()
  const events = await calendars.eventsOf(calendar, { hidden: false }, now)
  return calendarAnswer(site, calendar.title, events, lastChanged(events, now))
})
