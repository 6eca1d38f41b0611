import { lastChanged } from '../../lib/domain/calendar.js'
import { keyed } from '../../lib/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { calendars } from '../../lib/service.js'

export const endpoint = keyed(v2, { calendars }, async ({ calendars, site }, { owner, principal }) => {
  const now = new Date()
  const events = await calendars.eventsOf({ owner }, { hidden: true }, now)
  return calendarAnswer(site, principal.sponsor?.title ?? 'Events', events, lastChanged(events, now))
})
