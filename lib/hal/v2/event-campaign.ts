import type { CampaignChange, CampaignDraft, CountedCampaign } from '../../domain/event-campaign.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readChange, readNew } from '../fields.js'
import { alone, link, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc } from '../time.js'
import { defaultOriginSystem, identifier, text, webAddress } from '../values.js'
import { v2 } from './version.js'

/** The fields of an event campaign that a body may hold; the others are read-only. */
export const campaignFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  origin_system: { value: text, required: true, otherwise: defaultOriginSystem },
  name: { value: text },
  title: { value: text, required: true },
  description: { value: text },
  host_pitch: { value: text },
  host_instructions: { value: text },
  browser_url: { value: webAddress },
  host_url: { value: webAddress },
}

/** @throws OsdiError invalid, naming every fault */
export function readNewCampaign(body: Body) {
  const { values, ignored } = readNew(campaignFields, body)
  return { draft: values as unknown as CampaignDraft, ignored }
}

export function readCampaignChange(body: Body) {
  const { values, ignored } = readChange(campaignFields, body)
  return { change: values as CampaignChange, ignored }
}

/** An event campaign on its own, with curies. */
export const campaignResource = (campaign: CountedCampaign): Resource => alone(embeddedCampaign(campaign))

const embeddedCampaign = (campaign: CountedCampaign): Resource => ({
  identifiers: [native(campaign.id), ...campaign.identifiers],
  origin_system: campaign.origin_system,
  created_date: utc(campaign.created_date),
  modified_date: utc(campaign.modified_date),
  ...(campaign.name && { name: campaign.name }),
  title: campaign.title,
  ...(campaign.description && { description: campaign.description }),
  ...(campaign.host_pitch && { host_pitch: campaign.host_pitch }),
  ...(campaign.host_instructions && { host_instructions: campaign.host_instructions }),
  ...(campaign.browser_url && { browser_url: campaign.browser_url }),
  ...(campaign.host_url && { host_url: campaign.host_url }),
  ...(campaign.featured_image_url && { featured_image_url: campaign.featured_image_url }),
  total_events: campaign.total_events,
  total_rsvps: campaign.total_rsvps,
  [native('hidden')]: campaign.hidden,
  ...(campaign.sponsor && { [native('sponsor')]: sponsor(campaign.sponsor) }),
  _links: campaignLinks(campaign),
})

/** Its address is `url` here, where an event's sponsor has `browser_url`. */
const sponsor = ({ title, browser_url }: NonNullable<CountedCampaign['sponsor']>) => ({
  title,
  ...(browser_url && { url: browser_url }),
})

const campaignLinks = ({ id }: CountedCampaign): { self: Link } & Record<string, Link> => ({
  self: link(v2, 'event_campaigns', id),
  'osdi:events': link(v2, 'event_campaigns', id, 'events'),
  [native('embed')]: link(v2, 'event_campaigns', id, 'embed'),
  [native('calendar')]: link(v2, 'event_campaigns', id, 'calendar.ics'),
})

/** A page of event campaigns. */
export const campaignCollection = (page: Page<CountedCampaign>, query: string): Resource =>
  collection({
    page,
    self: link(v2, 'event_campaigns'),
    rel: native('event_campaigns'),
    query,
    resource: embeddedCampaign,
  })
