import { nextEvents as nextEventsAfter, homeOf } from '../near/next-events.js'
import type { OsdiEvent } from '../events/event.js'
import type { Person } from '../people/person.js'
import { eventsAnswered } from '../attendances/store/rsvp-store.js'
import { eventFinder } from '../near/store/event-finder.js'
import { type Table, table } from '../table/table.js'
import { type Service, partOf } from '../runtime/service.js'

/** Finds the events that a person is offered after an answer to one, without those that the person has answered. */
export function nextOf(of: Table) {
  const finder = eventFinder(of)
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
