import { lastChanged } from '../../lib/domain/calendar.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { calendars, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, principal }) => {
  const now = new Date()
  const events = await calendars.eventsOf({ owner }, { hidden: true }, now)
  return calendarAnswer(principal.sponsor?.title ?? 'Events', events, lastChanged(events, now))
})
