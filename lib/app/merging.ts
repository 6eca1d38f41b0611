import { attendanceStore } from './attendance-store.js'
import type { ErasureDependencies } from '../merging/erase-person.js'
import type { MergeDependencies } from '../merging/merge-people.js'
import { erasureDependencies as erasureStore } from '../merging/store/erasure-store.js'
import { mergeDependencies } from '../merging/store/merge-store.js'
import type { Table } from '../table/table.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** The dependencies of erasing a person. */
export const erasureDependencies = (service: Service): ErasureDependencies =>
  erasureIn(partOf(service, table))

/** Returns the same for a table. */
export const erasureIn = (table: Table) => erasureStore(table, attendanceStore(table))

/** The dependencies of merging people. */
export const mergingDependencies = (service: Service): MergeDependencies =>
  mergeDependencies(partOf(service, table))
