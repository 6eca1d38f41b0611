import { openEndpoint } from '../../lib/app/endpoint.js'
import { published } from '../../lib/http/answer.js'
import { robotsText } from '../../lib/pages/crawlers/robots.js'
import { SITEMAP_SECONDS } from '../../lib/pages/crawlers/sitemap.js'
import { indexedGroups } from '../../lib/app/pages.js'

/** The file that tells crawlers what is not for them, and where the sitemaps are. */
export const endpoint = openEndpoint(undefined, { indexedGroups }, async ({ indexedGroups, site }) =>
  published(robotsText(site, await indexedGroups.countParts()), 'text/plain; charset=utf-8', SITEMAP_SECONDS),
)
