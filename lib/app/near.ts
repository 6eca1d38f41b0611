import { rateStore } from '../http/state/rate-store.js'
import { eventFinder as eventFinderOf } from '../near/store/event-finder.js'
import { findPlaceIn } from '../locations/geocode/find-place.js'
import { openLocationScan, openLocationTable } from '../locations/geocode/location-table.js'
import { suggestLocationsIn } from '../locations/geocode/suggest-locations.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Upcoming events for anybody, near a place or the soonest first. */
export const eventFinder = (service: Service) => eventFinderOf(partOf(service, table))

/** Finds places that visitors type. */
export const findPlace = ({ environment }: Service) =>
  findPlaceIn(openLocationTable(environment.locationTable))

/** Completes addresses that organisers type, and counts how often a person asks. */
export const addressSuggestions = (service: Service) => ({
  suggest: suggestLocationsIn(openLocationScan(service.environment.locationTable)),
  attempts: rateStore(partOf(service, table), 'attempts'),
})
