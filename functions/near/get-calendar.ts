import { MOST_FOR_ANYBODY, lastChanged } from '../../lib/calendars/calendar.js'
import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { publicCalendarAnswer } from '../../lib/calendars/calendar-answer.js'
import { readEventSearch } from '../../lib/near/event-search-query.js'
import { eventFinder } from '../../lib/app/near.js'
import { findPlace } from '../../lib/app/locations.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import { calendars } from '../../lib/app/calendars.js'
import type { FindSubject } from './subject.js'

/** The same events as a calendar to subscribe to, with canceled ones. */
export const getSubjectCalendar = (find: FindSubject) =>
  publicEndpoint(
    { calendars, eventFinder, findPlace, publicCatalog },
    async ({ calendars, eventFinder, findPlace, publicCatalog, site }, { id, query }) => {
      const subject = await find(publicCatalog, id())
      if (!subject) throw notFound()
      const { search } = readEventSearch(query, findPlace, subject.country)
      const now = new Date()
      const page = { listing: subject.listing, search, limit: MOST_FOR_ANYBODY, withCanceled: true }
      const { events: found } = await eventFinder.find(page, now)
      const events = await calendars.publicEvents(found.map(({ event }) => event.id))
      return publicCalendarAnswer(site, subject.title, events, lastChanged(events, now))
    },
  )
