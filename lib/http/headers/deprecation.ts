import type { Site } from '../../runtime/site.js'
import { link } from '../../hal/links.js'
import type { ApiVersion } from '../../hal/version.js'
import type { Environment } from '../../runtime/environment.js'

export type DeprecationSettings = Pick<Environment, 'version1Ends'>

/**
 * Returns the headers of a deprecated version: the date (RFC 9745, a Structured Field date), its successor (RFC 5829,
 * `successor-version`), and its end (RFC 8594) where the owner has set one.
 */
export const deprecationHeaders = (
  settings: Site & DeprecationSettings,
  { deprecated }: ApiVersion,
): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${deprecated.since.getTime() / 1000}`,
        link: `<${link(settings, deprecated.successor).href}>; rel="successor-version"`,
        ...(settings.version1Ends && { sunset: settings.version1Ends.toUTCString() }),
      }
    : {}
