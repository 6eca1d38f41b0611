import type { Site } from '../../runtime/site.js'
import { link } from '../../hal/links.js'
import type { ApiVersion } from '../../hal/version.js'

/**
 * Returns the headers of a deprecated version: the date (RFC 9745, a Structured Field date) and its successor
 * (RFC 5829, `successor-version`).
 */
export const deprecationHeaders = (site: Site, { deprecated }: ApiVersion): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${deprecated.since.getTime() / 1000}`,
        link: `<${link(site, deprecated.successor).href}>; rel="successor-version"`,
      }
    : {}
