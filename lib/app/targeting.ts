import type { QueryDependencies } from '../targeting/record-query.js'
import { MOST_AT_ONCE, type ResultDependencies } from '../targeting/run-query.js'
import { eventStore } from '../events/store/event-store.js'
import { seriesStore } from '../series/store/series-store.js'
import { ownsCampaign } from '../targeting/store/resolve-selection.js'
import { queryStore } from '../targeting/store/query-store.js'
import { resultStore } from '../targeting/store/result-store.js'
import { tagStore } from '../tags/store/tag-store.js'
import { findPlaceIn } from '../locations/geocode/find-place.js'
import { locateHomeIn } from '../locations/geocode/locate-home.js'
import { openLocationTable } from '../locations/geocode/location-table.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { owners as ownersOf } from './access.js'

export const queries = (service: Service) => queryStore(partOf(service, table))
export const results = (service: Service) => resultStore(partOf(service, table), partOf(service, locateHome))

/** Finds the places of people by their postal addresses, in the table of locations. */
export const locateHome = ({ environment }: Service) =>
  locateHomeIn(openLocationTable(environment.locationTable))

/** The dependencies of recording and changing queries of the targeting interface. */
export function queryDependencies(service: Service): QueryDependencies {
  const store = eventStore(partOf(service, table))
  const series = seriesStore(partOf(service, table), store)
  const owners = partOf(service, ownersOf)
  const find = findPlaceIn(openLocationTable(service.environment.locationTable))
  return {
    queries: partOf(service, queries),
    eventsByIdentifier: (identifiers) => store.holdersOf(identifiers),
    findSeries: (id) => series.find(id),
    ownsCampaign: (owner, id) => ownsCampaign(partOf(service, table), owner, id),
    ownEvents: (owner, ids) => store.findMany(owner, ids),
    findTags: (ids) => tagStore(partOf(service, table)).findMany(ids),
    findPlace: async (text, owner) => find(text, (await owners.settingsOf(owner)).country),
    resolve: (query) => partOf(service, results).resolve(query),
    nativePrefix: service.environment.nativePrefix,
    now: () => new Date(),
    newId,
  }
}

/** The dependencies of running them. */
export const resultDependencies = (service: Service): ResultDependencies => ({
  results: partOf(service, results),
  mostAtOnce: MOST_AT_ONCE,
  now: () => new Date(),
  newId,
})
