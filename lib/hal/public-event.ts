import type { EventCampaign } from '../domain/event-campaign.js'
import type { OsdiEvent } from '../domain/event.js'
import type { Location } from '../domain/location.js'
import { sanitised } from '../embed/sanitised.js'
import { browserUrl } from './browser-url.js'
import { embedLink } from './embed.js'
import { link } from './links.js'
import type { Resource } from './resource.js'
import { wallClock } from './time.js'
import { v2 } from './v2/version.js'

/** What anybody may read of an event. */
type Shown = Pick<OsdiEvent, 'id' | 'title' | 'location' | 'origin' | 'hidden'> &
  Partial<Pick<OsdiEvent, 'description' | 'browser_url' | 'start_date' | 'end_date'>>

/** An event as its embed shows it; with the link to the helper where browsers may record attendances. */
export const publicEvent = (event: Shown, browser_rsvps: boolean): Resource => ({
  title: event.title,
  ...(event.description && { description: sanitised(event.description) }),
  ...pageOf(event),
  ...timeAndPlace(event),
  browser_rsvps,
  _links: {
    self: embedLink('events', event.id),
    ...(browser_rsvps && {
      'osdi:record_attendance_helper': link(v2, 'events', event.id, 'attendances'),
    }),
  },
})

/** A campaign as its embed shows it, with its events in the order in which they are shown. */
export const publicCampaign = (campaign: EventCampaign, events: Shown[]): Resource => ({
  title: campaign.title,
  ...(campaign.description && { description: sanitised(campaign.description) }),
  ...(campaign.browser_url && { browser_url: campaign.browser_url }),
  events: events.map((event) => ({
    title: event.title,
    ...pageOf(event),
    ...timeAndPlace(event),
    _links: { self: embedLink('events', event.id) },
  })),
  _links: { self: embedLink('event_campaigns', campaign.id) },
})

function pageOf(event: Shown) {
  const browser_url = browserUrl(event)
  return browser_url && { browser_url }
}

const timeAndPlace = ({ start_date, end_date, location }: Shown) => ({
  ...(start_date && { start_date: wallClock(start_date) }),
  ...(end_date && { end_date: wallClock(end_date) }),
  location: addressOf(location),
})

/** Without the point: an approximate one would look like a place. */
const addressOf = ({ venue, address_lines, locality, region, postal_code, country }: Location) => ({
  venue,
  address_lines,
  locality,
  region,
  postal_code,
  country,
})
