import type { QueryDependencies } from '../targeting/record-query.js'
import { MOST_AT_ONCE, type ResultDependencies } from '../targeting/run-query.js'
import { eventsSearched } from '../finding/store/searched-events.js'
import { hostsSource } from '../hosting/store/read-hosts.js'
import { seriesSource } from '../series/store/series-source.js'
import { ownsCampaign } from '../targeting/store/resolve-selection.js'
import { queryStore } from '../targeting/store/query-store.js'
import { type Given, resultStore } from '../targeting/store/result-store.js'
import type { Sources } from '../targeting/sources.js'
import { findTags } from '../tags/store/tag-store.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { settingsOf as settingsOfOwners } from './access.js'
import { findPlace, locateHome } from './locations.js'
import { events } from './events.js'

export const queries = (service: Service) => queryStore(partOf(service, table))
export const results = (service: Service) => resultStore(partOf(service, table), partOf(service, given))

/** The sources that selections name besides events, by the rooms that know them. */
export const sourcesIn = (of: Table): Sources => ({
  series: seriesSource(of),
  search: (owner, search) => eventsSearched(of, owner, search),
  hosts: hostsSource(of),
})

/** The needs of computing results besides the table. */
export const given = (service: Service): Given => ({
  ...sourcesIn(partOf(service, table)),
  locate: partOf(service, locateHome),
})

/** The dependencies of recording and changing queries of the targeting interface. */
export function queryDependencies(service: Service): QueryDependencies {
  const store = partOf(service, events)
  const settingsOf = partOf(service, settingsOfOwners)
  const find = partOf(service, findPlace)
  return {
    queries: partOf(service, queries),
    eventsByIdentifier: (identifiers) => store.holdersOf(identifiers),
    sources: sourcesIn(partOf(service, table)),
    ownsCampaign: (owner, id) => ownsCampaign(partOf(service, table), owner, id),
    ownEvents: (owner, ids) => store.findMany(owner, ids),
    findTags: (ids) => findTags(partOf(service, table), ids),
    findPlace: async (text, owner) => find(text, (await settingsOf(owner)).country),
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
