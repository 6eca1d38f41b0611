import { lastChanged } from '../../lib/calendars/calendar.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { calendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { calendars } from '../../lib/app/calendars.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getCampaignCalendar = (version: ApiVersion) =>
  keyEndpoint(version, { calendars, campaigns }, async ({ calendars, campaigns, site }, { owner, id }) => {
    const now = new Date()
    const { id: event_campaign_id, title } = await campaigns.find(owner, id())
    const events = await calendars.eventsOf({ owner, event_campaign_id }, { hidden: true }, now)
    return calendarAnswer(site, title, events, lastChanged(events, now))
  })

export const v1Endpoint = getCampaignCalendar(v1)
export const v2Endpoint = getCampaignCalendar(v2)
