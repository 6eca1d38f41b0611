import { lastChanged } from '../../lib/calendars/calendar.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { calendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { calendars } from '../../lib/app/calendars.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getCalendar = (version: ApiVersion) =>
  keyEndpoint(version, { calendars }, async ({ calendars, site }, { owner, principal }) => {
    const now = new Date()
    const events = await calendars.eventsOf({ owner }, { hidden: true }, now)
    return calendarAnswer(site, principal.sponsor?.title ?? 'Events', events, lastChanged(events, now))
  })

export const v1Endpoint = getCalendar(v1)
export const v2Endpoint = getCalendar(v2)
