import { ownerStore } from '../access/store/owner-store.js'
import type { EventDependencies } from '../events/record-event.js'
import { eventWriter } from '../events/store/write-events.js'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { eventReactions } from './reactions/event.js'

/** Creates and changes events. */
export const writtenEvents = (service: Service) => eventWriter(partOf(service, table), eventReactions)

/** The dependencies of recording and changing events. */
export function eventDependencies(service: Service): EventDependencies {
  const ownersOf = ownerStore(partOf(service, table))
  return {
    events: partOf(service, writtenEvents),
    findRole: (group, person) => ownersOf.findRole(group, person),
    geocode: geocoderOf(service.environment),
    nativePrefix: service.environment.nativePrefix,
    now: () => new Date(),
    newId,
  }
}
