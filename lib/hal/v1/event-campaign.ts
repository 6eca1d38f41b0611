import type { EventCampaign } from '../../domain/event-campaign.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { alone, link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { v1 } from './version.js'

/** An event campaign on its own, with curies. */
export const campaignResource = (campaign: EventCampaign): Resource => alone(embeddedCampaign(campaign))

const embeddedCampaign = (campaign: EventCampaign): Resource => ({
  identifiers: [native(campaign.id)],
  originating_system: campaign.origin_system,
  created_at: utc(campaign.created_date),
  modified_at: utc(campaign.modified_date),
  summary: campaign.title,
  _links: {
    self: link(v1, 'event_campaigns', campaign.id),
    'osdi:events': link(v1, 'event_campaigns', campaign.id, 'events'),
  },
})

/** A page of event campaigns. */
export const campaignCollection = (page: Page<EventCampaign>, query: string): Resource =>
  collection({
    page,
    self: link(v1, 'event_campaigns'),
    rel: native('event_campaigns'),
    query,
    resource: embeddedCampaign,
  })
