import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { readPart, sitemapIndex } from '../../lib/pages/crawlers/sitemap.js'
import { indexedGroups } from '../../lib/app/pages.js'

/** The sitemaps of all groups, some hundred of them in each part. */
export const endpoint = publicEndpoint({ indexedGroups }, async ({ indexedGroups, site }, { query, headers }) => {
  const groups = await indexedGroups.readPart(readPart(query))
  if (!groups) throw notFound()
  return compressed(sitemapIndex(site, groups), headers, false)
})
