import { finder as openFinder } from '../dynamodb/stores/finding/finder.js'
import { keepFound } from '../dynamodb/stores/finding/keep-found.js'
import { type Service, partOf, table } from '../service.js'

/** Finds people and events by parts of their names. */
export const finder = (service: Service) => openFinder(partOf(service, table))

/** Lets a person or an event that was changed be found as it is. @param key of its item */
export const indexChanged = (service: Service, { pk, sk }: { pk: string; sk: string }) =>
  keepFound(partOf(service, table), { pk, sk })
