import { MAX_PER_PAGE } from '../../domain/page.js'
import { environment } from '../../environment.js'
import { curies, link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

/** Where a client starts: links to every collection that is served (OSDI 1.2, "API Entry Point"). */
export const entryPoint = (): Resource => ({
  motd: 'Welcome to Turnout: events and RSVPs in the OSDI dialect.',
  max_page_size: MAX_PER_PAGE,
  vendor_name: 'Turnout',
  product_name: 'Turnout',
  osdi_version: '1.1.1',
  namespace: environment().nativePrefix,
  _links: {
    self: { ...link(v2), title: 'This entry point' },
    'osdi:events': { ...link(v2, 'events'), title: 'The events of your API key' },
    [native('calendar')]: {
      ...link(v2, 'calendar.ics'),
      title: 'The events of your API key around today, as iCalendar',
    },
    'osdi:people': { ...link(v2, 'people'), title: 'The people of your API key' },
    'osdi:person_signup_helper': { ...link(v2, 'people'), title: 'Adds or updates a person' },
    'osdi:lists': { ...link(v2, 'lists'), title: 'The email lists of your API key' },
    [native('event_campaigns')]: {
      ...link(v2, 'event_campaigns'),
      title: 'The event campaigns of your API key',
    },
    'osdi:tags': { ...link(v2, 'tags'), title: 'The tags of your API key' },
    [native('targeting')]: {
      ...link(v2, 'targeting', 'actions'),
      title: 'The events of your API key whose people can be looked for',
    },
    curies: curies(),
  },
})
