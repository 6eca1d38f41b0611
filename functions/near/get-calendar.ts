import { MOST_TO_COME, lastChanged } from '../../lib/domain/calendars/calendar.js'
import { notFound } from '../../lib/domain/errors.js'
import { publicEndpoint } from '../../lib/endpoint.js'
import { publicCalendarAnswer } from '../../lib/http/headers/calendar-answer.js'
import { readEventSearch } from '../../lib/http/query/event-search-query.js'
import { eventFinder, findPlace } from '../../lib/service/near.js'
import { calendars, publicCatalog } from '../../lib/service/public.js'
import type { FindSubject } from './subject.js'

/** The same events as a calendar to subscribe to, with cancelled ones. */
export const getSubjectCalendar = (find: FindSubject) =>
  publicEndpoint(
    { calendars, eventFinder, findPlace, publicCatalog },
    async ({ calendars, eventFinder, findPlace, publicCatalog, site }, { id, query }) => {
      const subject = await find(publicCatalog, id())
      if (!subject) throw notFound()
      const { search } = readEventSearch(query, (text) => findPlace(text, subject.country))
      const now = new Date()
      const page = { listing: subject.listing, search, limit: MOST_TO_COME, withCancelled: true }
      const { events: found } = await eventFinder.find(page, now)
      const events = await calendars.publicEvents(found.map(({ event }) => event.id))
      return publicCalendarAnswer(site, subject.title, events, lastChanged(events, now))
    },
  )
