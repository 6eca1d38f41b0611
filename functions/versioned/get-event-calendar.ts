import { requireDated } from '../../lib/domain/calendars/calendar.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { calendarAnswer } from '../../lib/http/headers/calendar-answer.js'
import { events } from '../../lib/service/events.js'

export const getEventCalendar = (version: ApiVersion) =>
  keyEndpoint(version, { events }, async ({ events, site }, { owner, id }) => {
    const event = requireDated(await events.find(owner, id()))
    return calendarAnswer(site, event.title, [event], new Date(event.modified_date))
  })
