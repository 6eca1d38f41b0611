import { type Site, native } from '../../domain/site.js'
import { curies, link } from '../links.js'
import type { Resource } from '../resource.js'
import { v1 } from './version.js'

/** Where a client of version 1 starts: a welcome and links, no more. */
export const entryPoint = (site: Site): Resource => ({
  motd: 'Welcome to Turnout. Version 1 is deprecated: new programs use version 2.',
  _links: {
    self: { ...link(site, v1), title: 'This entry point' },
    'osdi:events': { ...link(site, v1, 'events'), title: 'The events of your API key' },
    [native(site, 'calendar')]: {
      ...link(site, v1, 'calendar.ics'),
      title: 'The events of your API key around today, as iCalendar',
    },
    'osdi:people': { ...link(site, v1, 'people'), title: 'The people of your API key' },
    [native(site, 'event_campaigns')]: {
      ...link(site, v1, 'event_campaigns'),
      title: 'The event campaigns of your API key',
    },
    curies: curies(site),
  },
})
