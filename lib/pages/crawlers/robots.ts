import type { Site } from '../../runtime/site.js'
import { addressOfPart } from './sitemap.js'

/** Personal links, and what answers no one who looks for events: forms of hosts, the interface, the API. */
const NOT_FOR_CRAWLERS = [
  '/rsvp/',
  '/unsubscribe/',
  '/host/',
  '/event_campaigns/*/host',
  '/calendars/',
  '/manage',
  '/api/',
]

/** Returns the rules for crawlers. @param parts of the index of sitemaps */
export const robotsText = (site: Pick<Site, 'publicUrl'>, parts: number): string =>
  [
    'User-agent: *',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    '',
    ...Array.from({ length: parts }, (_, i) => `Sitemap: ${addressOfPart(site, i + 1)}`),
    '',
  ].join('\n')
