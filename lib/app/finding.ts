import { finder as openFinder } from '../finding/store/finder.js'
import { keepFound } from '../finding/store/keep-found.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Finds people and events by parts of their names. */
export const finder = (service: Service) => openFinder(partOf(service, table))

/** Lets people and events that were changed be found as they are. @param keys of their items */
export const indexChanged = (service: Service, keys: { pk: string; sk: string }[]) =>
  keepFound(
    partOf(service, table),
    keys.map(({ pk, sk }) => ({ pk, sk })),
  )
