import { rateStore } from '../http/state/rate-store.js'
import { findPlaceIn } from '../locations/geocode/find-place.js'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import { locateHomeIn } from '../locations/geocode/locate-home.js'
import { openLocationScan, openLocationTable } from '../locations/geocode/location-table.js'
import { readLineIn } from '../locations/geocode/read-line.js'
import { suggestLocationsIn } from '../locations/geocode/suggest-locations.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Finds the locations of addresses. */
export const geocode = ({ environment }: Service) => geocoderOf(environment)

/** Finds places that visitors type. */
export const findPlace = ({ environment }: Service) => findPlaceIn(openLocationTable(environment.locationTable))

/** Finds the places of people by their postal addresses, in the table of locations. */
export const locateHome = ({ environment }: Service) => locateHomeIn(openLocationTable(environment.locationTable))

/** Reads addresses that are typed on one line. */
export const readLine = ({ environment }: Service) => readLineIn(openLocationTable(environment.locationTable))

/** Reads and completes addresses that organizers type, and counts how often a person asks. */
export const addressSuggestions = (service: Service) => ({
  read: partOf(service, readLine),
  suggest: suggestLocationsIn(openLocationScan(service.environment.locationTable)),
  attempts: rateStore(partOf(service, table), 'attempts'),
})
