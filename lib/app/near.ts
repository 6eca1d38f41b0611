import { nextEvents as nextEventsAfter, homeOf } from '../near/next-events.js'
import type { OsdiEvent } from '../events/event.js'
import type { NextOf } from '../mail/sending/rsvp-emails.js'
import type { Person } from '../people/person.js'
import { eventsAnswered } from '../attendances/store/rsvp-store.js'
import { groupsComingUp } from '../near/store/coming-up.js'
import { eventFinder as eventFinderOf } from '../near/store/event-finder.js'
import { overviewReader } from '../near/store/overview-reader.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'

/** Upcoming events for anybody, near a place or the soonest first. */
export const eventFinder = (service: Service) => eventFinderOf(partOf(service, table))

/** Reads what a map and a headline show of all events of a list. */
export const readOverview = (service: Service) => overviewReader(partOf(service, table))

/** The next events of each group, for the page at `/`. */
export const comingUp = (service: Service) => groupsComingUp(partOf(service, table), partOf(service, eventFinder).find)

/** Finds the events that a person is offered after an answer to one, without those that the person has answered. */
function nextOf(of: Table) {
  const finder = eventFinderOf(of)
  return (event: OsdiEvent, person: Person) =>
    nextEventsAfter(
      event,
      homeOf(person),
      {
        find: (page, now) => finder.find(page, now),
        answeredAmong: (events) => eventsAnswered(of, person.id, events),
      },
      new Date(),
    )
}

export const nextEvents = (service: Service) => nextOf(partOf(service, table))

/** The same for emails, which need the events alone. */
export const offeredNext = (of: Table): NextOf => {
  const find = nextOf(of)
  return async (event, person) => (await find(event, person)).map((found) => found.event)
}
