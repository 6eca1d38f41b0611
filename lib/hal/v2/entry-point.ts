import { MAX_PER_PAGE } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import { curies, link } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

/** Where a client starts: links to every collection that is served (OSDI 1.2, "API Entry Point"). */
export const entryPoint = (site: Site): Resource => ({
  motd: 'Welcome to Turnout: events and RSVPs in the OSDI dialect.',
  max_page_size: MAX_PER_PAGE,
  vendor_name: 'Turnout',
  product_name: 'Turnout',
  osdi_version: '1.1.1',
  namespace: site.nativePrefix,
  _links: {
    self: { ...link(site, v2), title: 'This entry point' },
    'osdi:events': { ...link(site, v2, 'events'), title: 'The events of your API key' },
    [native(site, 'calendar')]: {
      ...link(site, v2, 'calendar.ics'),
      title: 'The events of your API key around today, as iCalendar',
    },
    'osdi:people': { ...link(site, v2, 'people'), title: 'The people of your API key' },
    'osdi:person_signup_helper': { ...link(site, v2, 'people'), title: 'Adds or updates a person' },
    'osdi:lists': { ...link(site, v2, 'lists'), title: 'The email lists of your API key' },
    [native(site, 'event_campaigns')]: {
      ...link(site, v2, 'event_campaigns'),
      title: 'The event campaigns of your API key',
    },
    'osdi:tags': { ...link(site, v2, 'tags'), title: 'The tags of your API key' },
    [native(site, 'targeting')]: {
      ...link(site, v2, 'targeting', 'actions'),
      title: 'The events of your API key whose people can be looked for',
    },
    curies: curies(site),
  },
})
