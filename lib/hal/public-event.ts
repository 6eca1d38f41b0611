import type { EventCampaign } from '../domain/event-campaign.js'
import type { OsdiEvent } from '../domain/event.js'
import type { Location } from '../domain/location.js'
import { sanitizeHtml } from '../sanitize/sanitize-html.js'
import { eventFields } from '../domain/fields/event.js'
import { ownNames, serialize } from '../domain/fields/vocabulary.js'
import type { OwnerSettings } from '../domain/owner-settings.js'
import { type Site, native } from '../domain/site.js'
import { browserUrl } from './browser-url.js'
import { embedLink } from './embed.js'
import { link } from './links.js'
import { rsvpFormLink } from './rsvp.js'
import { termsFor, termsResource } from './terms.js'
import type { Resource } from './resource.js'
import { v2 } from './v2/version.js'

const { title, description, browser_url, start_date, end_date, location, status } = eventFields

/** The public fields of an event. `status` is shown of cancelled ones alone. */
export const pageVocabulary = ownNames({
  title,
  description,
  browser_url,
  start_date,
  end_date,
  location,
  status,
})

type Shown = Pick<OsdiEvent, 'id' | 'title' | 'location' | 'origin' | 'hidden'> &
  Partial<Pick<OsdiEvent, 'description' | 'browser_url' | 'start_date' | 'end_date' | 'status'>>

/** Serializes an event for its embed, with the link to the helper if browsers may record attendances. */
export const publicEvent = (
  site: Site,
  event: Shown,
  takesRsvps: boolean,
  settings: OwnerSettings,
): Resource => {
  const browser_rsvps = takesRsvps && event.status !== 'cancelled'
  return {
    ...serialize(pageVocabulary, event, site, {
      description: event.description && sanitizeHtml(event.description),
      browser_url: browserUrl(site, event),
      location: addressOf(event.location),
      status: event.status,
    }),
    browser_rsvps,
    ...(browser_rsvps && { consent: termsResource(termsFor(settings)) }),
    _links: {
      self: embedLink(site, 'events', event.id),
      ...(browser_rsvps && {
        [native(site, 'rsvp_form')]: rsvpFormLink(site, event.id),
        'osdi:record_attendance_helper': link(site, v2, 'events', event.id, 'attendances'),
      }),
    },
  }
}

/** Serializes a campaign for its embed, with its events in the given order. */
export const publicCampaign = (site: Site, campaign: EventCampaign, events: Shown[]): Resource => ({
  title: campaign.title,
  ...(campaign.description && { description: sanitizeHtml(campaign.description) }),
  ...(campaign.browser_url && { browser_url: campaign.browser_url }),
  events: events.map((event) => ({
    ...serialize(pageVocabulary, event, site, {
      description: undefined,
      browser_url: browserUrl(site, event),
      location: addressOf(event.location),
      status: event.status,
    }),
    _links: { self: embedLink(site, 'events', event.id) },
  })),
  _links: { self: embedLink(site, 'event_campaigns', campaign.id) },
})

/** Coordinates are left out, because approximate ones would look exact. */
const addressOf = ({ venue, address_lines, locality, region, postal_code, country }: Location) => ({
  venue,
  address_lines,
  locality,
  region,
  postal_code,
  country,
})
