import { lastChanged } from '../../lib/domain/calendars/calendar.js'
import { notFound } from '../../lib/domain/errors.js'
import { isListed } from '../../lib/domain/public/listing.js'
import { publicEndpoint } from '../../lib/endpoint.js'
import { publicCalendarAnswer } from '../../lib/http/headers/calendar-answer.js'
import { calendars } from '../../lib/service/public.js'
import { publicCatalog } from '../../lib/service/public.js'

/** The listed events of a campaign as a calendar to subscribe to, for anybody. */
export const endpoint = publicEndpoint(
  { calendars, publicCatalog },
  async ({ calendars, publicCatalog, site }, { id }) => {
    const found = await publicCatalog.findCampaignWithSettings(id())
    if (!found) throw notFound()
    const { id: event_campaign_id, owner, title } = found.campaign
    const { list_api_events = false } = found.settings
    const now = new Date()
    const all = await calendars.eventsOf({ owner, event_campaign_id }, { hidden: false }, now)
    const events = all.filter((event) => isListed(event, { list_api_events }, {}, now))
    return publicCalendarAnswer(site, title, events, lastChanged(events, now))
  },
)
