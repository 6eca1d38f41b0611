import { lastChanged } from '../../lib/domain/calendar.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { calendars, campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const now = new Date()
  const { id: event_campaign_id, title } = await campaigns.find(owner, id())
  const events = await calendars.eventsOf({ owner, event_campaign_id }, { hidden: true }, now)
  return calendarAnswer(title, events, lastChanged(events, now))
})
