import { roleIn } from '../access/store/roles.js'
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
export const eventDependencies = (service: Service): EventDependencies => ({
  events: partOf(service, writtenEvents),
  findRole: (group, person) => roleIn(partOf(service, table), `group:${group}`, person),
  geocode: geocoderOf(service.environment),
  nativePrefix: service.environment.nativePrefix,
  now: () => new Date(),
  newId,
})
