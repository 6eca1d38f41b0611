import type { QueryDependencies } from '../domain/targeting/record-query.js'
import { MOST_AT_ONCE, type ResultDependencies } from '../domain/targeting/run-query.js'
import { eventStore } from '../dynamodb/stores/events/event-store.js'
import { seriesStore } from '../dynamodb/stores/series/series-store.js'
import { ownsCampaign } from '../dynamodb/stores/targeting/resolve-selection.js'
import { queryStore } from '../dynamodb/stores/targeting/query-store.js'
import { resultStore } from '../dynamodb/stores/targeting/result-store.js'
import { tagStore } from '../dynamodb/stores/tags/tag-store.js'
import { findPlaceIn } from '../geocode/find-place.js'
import { locateHomeIn } from '../geocode/locate-home.js'
import { openLocationTable } from '../geocode/location-table.js'
import { newId } from '../request-context.js'
import { type Service, partOf, table } from '../service.js'
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
