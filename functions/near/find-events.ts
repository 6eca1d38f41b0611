import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { foundEvents } from '../../lib/near/documents/found-events.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { cursorOf, readEventSearch } from '../../lib/near/event-search-query.js'
import { eventFinder } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import type { FindSubject } from './subject.js'

/** The events of a group or a campaign that match a query, near a place or the soonest first, for anybody. */
export const findEvents = (find: FindSubject) =>
  publicEndpoint(
    { eventFinder, findPlace, publicCatalog },
    async ({ eventFinder, findPlace, publicCatalog, site }, { id, query }) => {
      const subject = await find(publicCatalog, id())
      if (!subject) throw notFound()
      const { search, limit, after, parameters } = readEventSearch(query, findPlace, subject.country)
      const page = { listing: subject.listing, search, limit, after }
      const found = await eventFinder.find(page, new Date())
      const base = `${site.publicUrl}${subject.path}/events.json`
      const addressOf = (more: Record<string, string>) => {
        const text = new URLSearchParams({ ...parameters, ...more }).toString()
        return text ? `${base}?${text}` : base
      }
      return publishedDocument(
        foundEvents(site, search, found, {
          self: `${base}${query && `?${query}`}`,
          next: found.next && addressOf({ after: cursorOf(search, found.next) }),
        }),
      )
    },
  )
