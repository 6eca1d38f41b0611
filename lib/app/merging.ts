import type { ErasureDependencies } from '../merging/erase-person.js'
import type { MergeDependencies } from '../merging/merge-people.js'
import { erasureDependencies as erasureStore } from '../merging/store/erasure-store.js'
import { mergeDependencies } from '../merging/store/merge-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** The dependencies of erasing a person. */
export const erasureDependencies = (service: Service): ErasureDependencies =>
  erasureStore(partOf(service, table))

/** The dependencies of merging people. */
export const mergingDependencies = (service: Service): MergeDependencies =>
  mergeDependencies(partOf(service, table))
