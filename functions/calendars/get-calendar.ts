import { lastChanged } from '../../lib/domain/calendar.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { publicEndpoint } from '../../lib/http/endpoint.js'
import { secretIn } from '../../lib/icalendar/address.js'
import { calendars } from '../../lib/service.js'

export const handler = publicEndpoint(async ({ parameter }) => {
  const calendar = await calendars.open(secretIn(parameter('calendar')))
  const now = new Date()
  const events = await calendars.eventsOf(calendar, { hidden: false }, now)
  return calendarAnswer(calendar.title, events, lastChanged(events, now))
})
