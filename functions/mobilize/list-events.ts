import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { published } from '../../lib/http/answer.js'
import { feedEvent, feedSponsor, numberOf } from '../../lib/mobilize/feed-event.js'
import { feedPage, updatedOf, wantedOf } from '../../lib/mobilize/feed-page.js'
import { readFeedQuery } from '../../lib/mobilize/feed-query.js'
import { eventFinder } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import { calendars } from '../../lib/app/calendars.js'
import { groupSubject } from '../near/subject.js'

/** The upcoming events of a group for programs that read Mobilize, in its dialect and with its parameters. */
export const endpoint = publicEndpoint(
  { calendars, eventFinder, findPlace, publicCatalog },
  async ({ calendars, eventFinder, findPlace, publicCatalog, site }, { id, query: sent }) => {
    const [group, subject] = await Promise.all([publicCatalog.findGroup(id()), groupSubject(publicCatalog, id())])
    if (!group || !subject) throw notFound()
    const now = new Date()
    const query = readFeedQuery(sent, (text) => findPlace(text, subject.country), now)
    const { search, limit, updatedSince } = query
    const { events, next } = await eventFinder.find({ listing: subject.listing, search, limit }, now)
    const read = (all: typeof events) => calendars.publicEvents(all.map(({ event }) => event.id))
    const found = wantedOf(events, query, numberOf(group.id))
    const wanted = updatedSince === undefined ? found : updatedOf(found, await read(found), updatedSince)
    const base = `${site.publicUrl}/mobilize/v1/organizations/${group.id}/events`
    const { members, page } = feedPage(wanted, query, { base, sent, isLimited: next !== undefined })
    const details = new Map((await read(members)).map((event) => [event.id, event]))
    const sponsor = feedSponsor(site, group)
    const data = members.flatMap((each) => {
      const whole = details.get(each.event.id)
      return whole ? [feedEvent(site, each, whole, sponsor)] : []
    })
    return published(JSON.stringify({ ...page, data }), 'application/json', 60)
  },
)
