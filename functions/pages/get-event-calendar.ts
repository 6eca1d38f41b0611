import { requireDated } from '../../lib/domain/calendars/calendar.js'
import { publicEndpoint } from '../../lib/endpoint.js'
import { calendarAnswer } from '../../lib/http/headers/calendar-answer.js'
import { publicCatalog } from '../../lib/service/public.js'

/** An event as a calendar file, for anybody who may read its embed. */
export const endpoint = publicEndpoint({ publicCatalog }, async ({ publicCatalog, site }, { id }) => {
  const event = requireDated((await publicCatalog.findEvent(id())).event)
  return calendarAnswer(site, event.title, [event], new Date(event.modified_date))
})
