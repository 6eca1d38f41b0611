import { attendanceStore as storeWith } from '../attendances/store/attendance-store.js'
import type { Table } from '../table/table.js'
import { attendanceReactions } from './reactions/attendance.js'

/** Stores attendances, with what the rooms do when one is written. */
export const attendanceStore = (table: Table) => storeWith(table, attendanceReactions)
