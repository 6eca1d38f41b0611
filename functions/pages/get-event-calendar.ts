import { requireDated } from '../../lib/calendars/calendar.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { calendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { searched } from '../../lib/events/documents/searched.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** An event as a calendar file, for anybody who may read its embed. */
export const endpoint = publicEndpoint({ publicCatalog }, async ({ publicCatalog, site }, { id }) => {
  const event = requireDated((await publicCatalog.findEvent(id())).event)
  return searched(event, calendarAnswer(site, event.title, [event], new Date(event.modified_date)))
})
