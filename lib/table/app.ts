import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import type { Site } from '../runtime/site.js'
import { type Table, table } from './table.js'

/** The context of actions: the table, the settings that documents show, the clock and new ids. */
export interface App {
  table: Table
  site: Site
  now: () => Date
  /** The id of something that a request creates. */
  newId: () => string
}

/** The app of a table, for commands and tests that have no service. */
export const appOf = (table: Table, site: Site): App => ({ table, site, now: () => new Date(), newId })

export const app = (service: Service): App => appOf(partOf(service, table), service.environment)
