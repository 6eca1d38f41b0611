import type { QueryDependencies } from '../domain/targeting/record-query.js'
import { MOST_AT_ONCE, type ResultDependencies } from '../domain/targeting/run-query.js'
import { eventStore } from '../dynamodb/stores/events/event-store.js'
import { seriesStore } from '../dynamodb/stores/series/series-store.js'
import { queryStore } from '../dynamodb/stores/targeting/query-store.js'
import { resultStore } from '../dynamodb/stores/targeting/result-store.js'
import { newId } from '../request-context.js'
import { type Service, partOf, table } from '../service.js'

export const queries = (service: Service) => queryStore(partOf(service, table))
export const results = (service: Service) => resultStore(partOf(service, table))

/** The dependencies of recording and changing queries of the targeting interface. */
export function queryDependencies(service: Service): QueryDependencies {
  const store = eventStore(partOf(service, table))
  const series = seriesStore(partOf(service, table), store)
  return {
    queries: partOf(service, queries),
    eventsByIdentifier: (identifiers) => store.holdersOf(identifiers),
    findSeries: (id) => series.find(id),
    eventsOfCampaign: (owner, campaign, most) => store.idsOfCampaign(owner, campaign, most),
    ownEvents: (owner, ids) => store.findMany(owner, ids),
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
