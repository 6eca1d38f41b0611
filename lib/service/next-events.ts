import { nextEvents as nextEventsAfter, homeOf } from '../domain/near/next-events.js'
import type { OsdiEvent } from '../domain/events/event.js'
import type { Person } from '../domain/people/person.js'
import { eventsAnswered } from '../dynamodb/stores/attendances/rsvp-store.js'
import { eventFinder } from '../dynamodb/stores/near/event-finder.js'
import type { Table } from '../dynamodb/table.js'
import { type Service, partOf, table } from '../service.js'

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
