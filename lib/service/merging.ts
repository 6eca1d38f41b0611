import type { ErasureDependencies } from '../domain/merging/erase-person.js'
import type { MergeDependencies } from '../domain/merging/merge-people.js'
import { erasureDependencies as erasureStore } from '../dynamodb/stores/merging/erasure-store.js'
import { mergeDependencies } from '../dynamodb/stores/merging/merge-store.js'
import { type Service, partOf, table } from '../service.js'

/** The dependencies of erasing a person. */
export const erasureDependencies = (service: Service): ErasureDependencies =>
  erasureStore(partOf(service, table))

/** The dependencies of merging people. */
export const mergingDependencies = (service: Service): MergeDependencies =>
  mergeDependencies(partOf(service, table))
