import { catalogStore } from '../pages/store/catalog-store.js'
import type { Person } from '../people/person.js'
import { indexedGroups as indexedGroupsOf } from '../pages/store/indexed-groups.js'
import { ownRecords } from '../pages/store/own-records.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Everything that readers without a key may find. */
export const publicCatalog = (service: Service) => catalogStore(partOf(service, table))

/** The groups of the installation, for crawlers. */
export const indexedGroups = (service: Service) => indexedGroupsOf(partOf(service, table))

/** Reads what is kept about a person beside the record. */
export const recordsOfPerson = (service: Service) => (person: Person) =>
  ownRecords(partOf(service, table), person)
