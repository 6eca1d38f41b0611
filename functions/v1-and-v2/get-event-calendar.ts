import { requireDated } from '../../lib/calendars/calendar.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { calendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { events } from '../../lib/app/events.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getEventCalendar = (version: ApiVersion) =>
  keyEndpoint(version, { events }, async ({ events, site }, { owner, id }) => {
    const event = requireDated(await events.find(owner, id()))
    return calendarAnswer(site, event.title, [event], new Date(event.modified_date))
  })

export const v1Endpoint = getEventCalendar(v1)
export const v2Endpoint = getEventCalendar(v2)
