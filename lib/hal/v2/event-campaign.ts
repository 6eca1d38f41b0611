import type { CountedCampaign, EventCampaign } from '../../domain/event-campaign.js'
import type { Body } from '../../domain/fields/body-field.js'
import { campaignFields } from '../../domain/fields/event-campaign.js'
import { namedFilters, ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import { readChangeOf, readDraft } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { v2 } from './version.js'

/** Campaigns under the names of version 2. The address of a sponsor is `url` here, and `browser_url` on events. */
export const campaignVocabulary = ownNames(campaignFields, {
  sponsor: { inner: { title: 'title', browser_url: 'url' } },
})

export const campaignFilters = (site: Site) => namedFilters<EventCampaign>(campaignVocabulary, site)

/** @throws OsdiError invalid, naming every fault */
export function readNewCampaign(site: Site, body: Body) {
  const { values, ignored } = readDraft(campaignVocabulary, body, site)
  return { draft: values, ignored }
}

export function readCampaignChange(site: Site, body: Body) {
  const { values, ignored } = readChangeOf(campaignVocabulary, body, site)
  return { change: values, ignored }
}

/** An event campaign on its own, with curies. */
export const campaignResource = (site: Site, campaign: CountedCampaign): Resource =>
  withCuries(site, embeddedCampaign(site, campaign))

const embeddedCampaign = (site: Site, campaign: CountedCampaign): Resource => ({
  ...serialize(campaignVocabulary, campaign, site),
  _links: campaignLinks(site, campaign),
})

const campaignLinks = (site: Site, { id }: CountedCampaign): { self: Link } & Record<string, Link> => ({
  self: link(site, v2, 'event_campaigns', id),
  'osdi:events': link(site, v2, 'event_campaigns', id, 'events'),
  [native(site, 'embed')]: link(site, v2, 'event_campaigns', id, 'embed'),
  [native(site, 'calendar')]: link(site, v2, 'event_campaigns', id, 'calendar.ics'),
})

/** A page of event campaigns. */
export const campaignCollection = (site: Site, page: Page<CountedCampaign>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'event_campaigns'),
    rel: native(site, 'event_campaigns'),
    query,
    resource: (campaign) => embeddedCampaign(site, campaign),
  })
