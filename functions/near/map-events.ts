import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { featureCollection } from '../../lib/near/documents/feature-collection.js'
import { published } from '../../lib/http/answer.js'
import { readEventSearch } from '../../lib/near/event-search-query.js'
import { eventFinder } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import type { FindSubject } from './subject.js'

/** Features of a collection. */
const MOST = 5_000

/** The same events as GeoJSON, all on one page. */
export const mapEvents = (find: FindSubject) =>
  publicEndpoint(
    { eventFinder, findPlace, publicCatalog },
    async ({ eventFinder, findPlace, publicCatalog, site }, { id, query }) => {
      const subject = await find(publicCatalog, id())
      if (!subject) throw notFound()
      const { search } = readEventSearch(withoutPages(query), findPlace, subject.country)
      const { events } = await eventFinder.find({ listing: subject.listing, search, limit: MOST }, new Date())
      return published(JSON.stringify(featureCollection(site, events)), 'application/geo+json', 60)
    },
  )

/** A collection has one page, so that what belongs to pages is not read. */
function withoutPages(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of ['limit', 'after']) parameters.delete(name)
  return parameters.toString()
}
