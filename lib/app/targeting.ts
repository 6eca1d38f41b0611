import { eventsSearched } from '../finding/store/searched-events.js'
import { hostsSource } from '../hosting/store/read-hosts.js'
import { seriesSource } from '../series/store/series-source.js'
import { queryStore } from '../targeting/store/query-store.js'
import { resultStore } from '../targeting/store/result-store.js'
import type { Sources, Targeting } from '../targeting/sources.js'
import { type Service, partOf } from '../runtime/service.js'
import { app } from '../table/app.js'
import { type Table, table } from '../table/table.js'
import { findPlace, locateHome } from './locations.js'

export const queries = (service: Service) => queryStore(partOf(service, table))
/** Results, for functions that only read them. */
export const results = (service: Service) => resultStore(partOf(service, table))

/** The sources that selections name besides events, by the rooms that know them. */
export const sourcesIn = (of: Table): Sources => ({
  series: seriesSource(of),
  search: (owner, search) => eventsSearched(of, owner, search),
  hosts: hostsSource(of),
})

/** The context of recording queries and computing their results. */
export const targeting = (service: Service): Targeting => ({
  ...partOf(service, app),
  sources: {
    ...sourcesIn(partOf(service, table)),
    locate: partOf(service, locateHome),
    findPlace: partOf(service, findPlace),
  },
})
