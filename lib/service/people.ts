import type { ErasureDependencies } from '../domain/merging/erase-person.js'
import type { MergeDependencies } from '../domain/merging/merge-people.js'
import { emailListStore } from '../dynamodb/stores/lists/email-list-store.js'
import { erasureDependencies as erasureStore } from '../dynamodb/stores/merging/erasure-store.js'
import { mergeDependencies } from '../dynamodb/stores/merging/merge-store.js'
import { customFieldStore } from '../dynamodb/stores/people/custom-field-store.js'
import { personStore } from '../dynamodb/stores/people/person-store.js'
import { type Service, partOf, table } from '../service.js'

export const people = (service: Service) => personStore(partOf(service, table))
export const customFields = (service: Service) => customFieldStore(partOf(service, table))
export const emailLists = (service: Service) => emailListStore(partOf(service, table))

/** The dependencies of erasing a person. */
export const erasureDependencies = (service: Service): ErasureDependencies =>
  erasureStore(partOf(service, table))

/** The dependencies of merging people. */
export const mergingDependencies = (service: Service): MergeDependencies =>
  mergeDependencies(partOf(service, table))
