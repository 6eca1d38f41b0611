import type { CountedCampaign, EventCampaign } from '../../domain/event-campaign.js'
import { campaignFields } from '../../domain/fields/event-campaign.js'
import { namedFilters, otherNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import { collection } from '../collection.js'
import { link, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { dated, sponsorNames } from './names.js'
import { v1 } from './version.js'

/** What version 1 calls the fields of a campaign; what came with version 2 has no name. */
export const campaignVocabulary = otherNames(campaignFields, {
  identifiers: 'identifiers',
  origin_system: 'originating_system',
  ...dated,
  title: 'summary',
  description: 'description',
  host_pitch: 'host_pitch',
  host_instructions: 'host_instructions',
  browser_url: 'url',
  host_url: 'host_url',
  total_events: 'total_events',
  total_rsvps: 'total_rsvps',
  sponsor: { as: 'sponsor', isOurs: true, inner: sponsorNames },
})

export const campaignFilters = (site: Site) => namedFilters<EventCampaign>(campaignVocabulary, site)

/** An event campaign on its own, with curies. */
export const campaignResource = (site: Site, campaign: CountedCampaign): Resource =>
  withCuries(site, embeddedCampaign(site, campaign))

const embeddedCampaign = (site: Site, campaign: CountedCampaign): Resource => ({
  ...serialize(campaignVocabulary, campaign, site),
  _links: campaignLinks(site, campaign),
})

const campaignLinks = (site: Site, { id }: CountedCampaign): { self: Link } & Record<string, Link> => ({
  self: link(site, v1, 'event_campaigns', id),
  'osdi:events': link(site, v1, 'event_campaigns', id, 'events'),
  [native(site, 'embed')]: link(site, v1, 'event_campaigns', id, 'embed'),
  [native(site, 'calendar')]: link(site, v1, 'event_campaigns', id, 'calendar.ics'),
})

/** A page of event campaigns. */
export const campaignCollection = (site: Site, page: Page<CountedCampaign>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v1, 'event_campaigns'),
    rel: native(site, 'event_campaigns'),
    query,
    resource: (campaign) => embeddedCampaign(site, campaign),
  })
