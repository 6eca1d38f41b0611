import { lastChanged } from '../../lib/domain/calendar.js'
import { keyed } from '../../lib/endpoint.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { calendars } from '../../lib/service.js'

export const endpoint = keyed(v1, { calendars }, async ({ calendars, site }, { owner, principal }) => {
  const now = new Date()
  const events = await calendars.eventsOf({ owner }, { hidden: true }, now)
  return calendarAnswer(site, principal.sponsor?.title ?? 'Events', events, lastChanged(events, now))
})
