import type { Attendance } from '../attendance.js'
import type { Autoresponse } from '../record-attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { TransactItem } from '../../table/conflicts.js'
import type { Table } from '../../table/table.js'
import { type Gate, openGate } from './gate.js'

/** The reactions of other subjects when attendances are written. */
export interface AttendanceReactions {
  gate: Gate
  /** Returns the attributes by which a person hears of an attendance that they get, or take up again. */
  causeOf: (event: AttendableEvent, written: Attendance, autoresponse: Autoresponse | undefined) => object
  /** Makes the items that are written with the first attendances of an event. */
  withFirst: (table: Table, event: AttendableEvent) => Promise<TransactItem[]>
}

/** The reactions where no one does anything: everybody comes, and hears of it from the answer alone. */
export const noReactions: AttendanceReactions = {
  gate: openGate,
  causeOf: () => ({}),
  withFirst: async () => [],
}
