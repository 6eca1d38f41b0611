import { typedSlug } from '../../lib/resources/slug.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { pathOfEvent } from '../../lib/events/documents/browser-url.js'
import { movedTo } from '../../lib/http/answer.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import { eventPage } from '../../lib/events/pages/event-page.pages.js'
import { MOVED_SECONDS, ownAddress } from '../../lib/pages/readable-address.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** By its id or by a readable address: other addresses than the one it has now lead to that one. */
export const endpoint = openEndpoint(undefined, { publicCatalog }, async ({ publicCatalog, site }, request) => {
  const { parameter } = publicRequest(request)
  const slug = parameter('slug')
  const found = slug
    ? await publicCatalog.findByAddress(typedSlug(slug))
    : await publicCatalog.findWithPage(parameter('id'))
  if (!found) return missingEvent(site, request)
  const moved = ownAddress(site, pathOfEvent(found.event), request)
  return moved
    ? movedTo(moved, MOVED_SECONDS)
    : compressed(eventPage(site, found, request, new Date()), request.headers, false)
})
