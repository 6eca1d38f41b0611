import type { Scheduling } from '../events/record-event.js'
import { eventWriter } from '../events/store/write-events.js'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import { type Service, partOf } from '../runtime/service.js'
import { app } from '../table/app.js'
import { table } from '../table/table.js'
import { eventReactions } from './reactions/event.js'

/** Creates and changes events. */
const writtenEvents = (service: Service) => eventWriter(partOf(service, table), eventReactions)

/** The context of recording and changing events. */
export const eventDependencies = (service: Service): Scheduling => ({
  ...partOf(service, app),
  events: partOf(service, writtenEvents),
  geocode: geocoderOf(service.environment),
})
