import { compressed } from '../../lib/http/headers/compressed.js'
import { OsdiError } from '../../lib/runtime/errors.js'
import { typedSlug } from '../../lib/resources/slug.js'
import { NOTHING_SOUGHT } from '../../lib/near/event-search.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { type AskedEvents, cursorOf, readEventSearch } from '../../lib/near/event-search-query.js'
import { movedTo } from '../../lib/http/answer.js'
import { publicRequest } from '../../lib/http/request.js'
import { missingAddress } from '../../lib/pages/missing.js'
import { MOVED_SECONDS, ownAddress } from '../../lib/pages/readable-address.js'
import { finderPage } from '../../lib/near/pages/finder-page.pages.js'
import { eventFinder, readOverview } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import type { FindAddress, FindSubject } from './subject.js'

/** The page on which visitors find the events of a group or a campaign. */
export const showFinder = (find: FindSubject, at: FindAddress) =>
  openEndpoint(
    undefined,
    { eventFinder, readOverview, findPlace, publicCatalog },
    async ({ eventFinder, readOverview, findPlace, publicCatalog, site }, request) => {
      const { parameter, query } = publicRequest(request)
      const slug = parameter('slug')
      const id = slug ? await at(publicCatalog, typedSlug(slug)) : parameter('id')
      const subject = id === undefined ? undefined : await find(publicCatalog, id)
      if (!subject) return missingAddress(site, request)
      const moved = ownAddress(site, subject.page, request)
      if (moved) return movedTo(moved, MOVED_SECONDS)
      const { listing, ...sought } = subject
      const now = new Date()
      const asked = attempt(() => readEventSearch(query, findPlace, subject.country))
      if (asked instanceof OsdiError) {
        const overview = await readOverview(listing, now)
        const parameters = typedIn(query)
        return finderPage(site, sought, { parameters, fault: asked.faults[0], overview }, request)
      }
      const { search, limit, after, parameters } = asked
      const [overview, found] = await Promise.all([
        readOverview(listing, now),
        eventFinder.find({ listing, search, limit, after, together: true }, now),
      ])
      const next = found.next && new URLSearchParams({ ...parameters, after: cursorOf(search, found.next) })
      const answer = finderPage(
        site,
        sought,
        {
          parameters,
          search,
          found,
          overview,
          next: next && `${site.publicUrl}${subject.page}?${next.toString()}`,
        },
        request,
      )
      return compressed(answer, request.headers, false)
    },
  )

/** Returns the faults of a query in place of it: they become part of its page. */
function attempt(read: () => AskedEvents): AskedEvents | OsdiError {
  try {
    return read()
  } catch (error) {
    if (error instanceof OsdiError) return error
    throw error
  }
}

/** Returns the parameters as the visitor has typed them. */
function typedIn(query: string): Record<string, string> {
  const sent = new URLSearchParams(query)
  const names = [...Object.keys(NOTHING_SOUGHT), 'near', 'from', 'until', 'mode', 'full']
  const near = sent.get('near') ?? sent.get('location')
  const all = names.flatMap((name) => {
    const text = name === 'near' ? near : sent.get(name)
    return text ? [[name, text.slice(0, 200)]] : []
  })
  return Object.fromEntries(all) as Record<string, string>
}
