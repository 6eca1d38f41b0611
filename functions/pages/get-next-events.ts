import { nextEvents } from '../../lib/near/next-events.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { nextEventsPage } from '../../lib/near/pages/next-events.pages.js'
import { eventFinder } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { searched } from '../../lib/events/documents/searched.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** A visitor types no longer postal code. */
const LONGEST = 20

/** The events that follow an event, for anybody, near a postal code or the soonest first. */
export const endpoint = openEndpoint(
  undefined,
  { eventFinder, findPlace, publicCatalog },
  async ({ eventFinder, findPlace, publicCatalog, site }, request) => {
    const { parameter, query } = publicRequest(request)
    const found = await publicCatalog.findVisible(parameter('id'))
    if (!found) return missingEvent(site, request, '*')
    const { event, settings } = found
    const code = (new URLSearchParams(query).get('postal_code') ?? '').trim()
    const from = code && code.length <= LONGEST ? findPlace(code, settings.country) : undefined
    const next = await nextEvents(event, from, eventFinder, new Date())
    return searched(event, nextEventsPage(site, found, next, request))
  },
)
