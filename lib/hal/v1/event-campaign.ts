import type { CountedCampaign } from '../../domain/event-campaign.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { alone, link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { v1 } from './version.js'

/** An event campaign on its own, with curies. */
export const campaignResource = (campaign: CountedCampaign): Resource => alone(embeddedCampaign(campaign))

/** An event campaign under the names of version 1, without what came with version 2. */
const embeddedCampaign = (campaign: CountedCampaign): Resource => ({
  identifiers: [native(campaign.id), ...campaign.identifiers],
  originating_system: campaign.origin_system,
  created_at: utc(campaign.created_date),
  modified_at: utc(campaign.modified_date),
  summary: campaign.title,
  ...(campaign.description && { description: campaign.description }),
  ...(campaign.host_pitch && { host_pitch: campaign.host_pitch }),
  ...(campaign.host_instructions && { host_instructions: campaign.host_instructions }),
  ...(campaign.browser_url && { url: campaign.browser_url }),
  ...(campaign.host_url && { host_url: campaign.host_url }),
  total_events: campaign.total_events,
  total_rsvps: campaign.total_rsvps,
  ...(campaign.sponsor && { [native('sponsor')]: sponsor(campaign.sponsor) }),
  _links: {
    self: link(v1, 'event_campaigns', campaign.id),
    'osdi:events': link(v1, 'event_campaigns', campaign.id, 'events'),
    [native('embed')]: link(v1, 'event_campaigns', campaign.id, 'embed'),
    [native('calendar')]: link(v1, 'event_campaigns', campaign.id, 'calendar.ics'),
  },
})

const sponsor = ({ title, browser_url }: NonNullable<CountedCampaign['sponsor']>) => ({
  summary: title,
  ...(browser_url && { url: browser_url }),
})

/** A page of event campaigns. */
export const campaignCollection = (page: Page<CountedCampaign>, query: string): Resource =>
  collection({
    page,
    self: link(v1, 'event_campaigns'),
    rel: native('event_campaigns'),
    query,
    resource: embeddedCampaign,
  })
