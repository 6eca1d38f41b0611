import { eventFinder as eventFinderOf } from '../dynamodb/stores/near/event-finder.js'
import { findPlaceIn } from '../geocode/find-place.js'
import { openLocationTable } from '../geocode/location-table.js'
import { type Service, partOf, table } from '../service.js'

/** Upcoming events for anybody, near a place or the soonest first. */
export const eventFinder = (service: Service) => eventFinderOf(partOf(service, table))

/** Finds places that visitors type. */
export const findPlace = ({ environment }: Service) =>
  findPlaceIn(openLocationTable(environment.locationTable))
