import type { OsdiEvent } from '../../lib/events/event.js'
import type { Owner } from '../../lib/runtime/owner.js'
import type { People } from '../../lib/events/documents/event.js'
import { type Part, type Service, partOf } from '../../lib/runtime/service.js'
import { findPeople } from '../../lib/people/store/find-people.js'
import { table } from '../../lib/app/endpoint.js'

/** Finds the people that a version embeds in events. */
export type FindEmbedded = Part<(owner: Owner, events: OsdiEvent[]) => Promise<People>>

/** Version 1 embeds the creator and the organizer of each event. */
export const creatorsAndOrganizers: FindEmbedded = (service: Service) => {
  const store = partOf(service, table)
  return (owner, events) =>
    findPeople(
      store,
      owner,
      events.flatMap(({ creator, organizer }) => [creator, organizer]),
    )
}

/** Version 2 only links to people, so it reads none. */
export const noPeople: FindEmbedded = () => async () => new Map()
