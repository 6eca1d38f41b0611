import { keepFound } from '../finding/store/keep-found.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Lets people and events that were changed be found as they are. @param keys of their items */
export const indexChanged = (service: Service, keys: { pk: string; sk: string }[]) =>
  keepFound(
    partOf(service, table),
    keys.map(({ pk, sk }) => ({ pk, sk })),
  )
