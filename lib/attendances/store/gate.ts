import type { Attendance } from '../attendance.js'
import type { Autoresponse, By, RecordOptions, StatusChange } from '../record-attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { Conflicts, TransactItem } from '../../table/conflicts.js'
import type { Table } from '../../table/table.js'

/**
 * Decides who comes to an event, waits, or is refused. The seats of events are a room of their own: without one,
 * everybody comes.
 */
export interface Gate {
  /**
   * Lets in a new attendance, or puts it in line.
   * @returns the attendance of the same person instead, where it was read with what the gate reads
   * @throws OsdiError conflict when the event is full or cannot hold the party
   */
  enter: (
    table: Table,
    event: AttendableEvent,
    attendance: Attendance,
    asker: Asker,
  ) => Promise<Passage | { known: Attendance }>
  /** Lets in an attendance of a person who comes, without a read. @returns undefined where that takes one */
  pass: (table: Table, event: AttendableEvent, attendance: Attendance, by: By | undefined) => Passage | undefined
  /**
   * Returns what is asked of an attendance as it is: a decision on a request is a change of the status.
   * @throws OsdiError conflict when it was decided otherwise; forbidden for a key that may not decide
   */
  asked: (event: AttendableEvent, before: Attendance, change: StatusChange) => StatusChange
  /**
   * Lets a person come again, cancel, or bring another number of guests.
   * @throws OsdiError conflict when the event is full or cannot hold the party
   */
  change: (table: Table, event: AttendableEvent, change: GateChange) => Promise<Passage>
  /**
   * Lets a person who waits in before others.
   * @throws OsdiError conflict when the seats are not free, or the event cannot hold the party
   */
  outOfTurn: (
    table: Table,
    event: AttendableEvent,
    change: { before: Attendance; how: OutOfTurn; now: Date },
  ) => Promise<Passage>
  /** Reads the seats that a new party may take: none while others wait. @returns undefined without a limit */
  openSeats: (table: Table, event: AttendableEvent) => Promise<number | undefined>
  /** Adds to attendances that wait their positions in line. */
  withPositions: <Page extends { members: Attendance[] }>(table: Table, page: Page) => Promise<Page>
}

/** The asker for a new attendance, as `RecordOptions` and `VisitorOptions`. */
export interface Asker extends Pick<RecordOptions, 'autoresponse' | 'by'> {
  visitor?: object | undefined
}

/** A change of whether a person comes, or of the size of the party. */
export interface GateChange {
  before: Attendance
  /** Afterwards, if there are seats. */
  after: Attendance
  /** Whether the event is as it was read: what is not asked of it in a rush, a later look finds out. */
  isExact: boolean
  autoresponse: Autoresponse | undefined
  by?: By | undefined
  /** The reason of a decision on a request. */
  note?: string | undefined
}

/** A seat that is free, or the head of the line. */
export type OutOfTurn = NonNullable<StatusChange['outOfTurn']>

/** An attendance as the gate lets it in: it may have to wait. */
export interface Passage {
  attendance: Attendance
  /** Says which email tells the person, unless it is the usual one. */
  cause?: object
  /** Returns what is written with the attendance, for each attempt anew. */
  items: () => TransactItem[]
  /** Returns how many conflicts of a write come from other parties at the gate. */
  met?: (outcome: Conflicts) => number
  /** Looks again after a write that has met something. @returns the passage, or the refusal */
  again?: () => Promise<Passage | Error>
  /** Does what the write leaves to be done. @returns the attendance afterwards, with its position */
  settle?: (written: Attendance) => Promise<Attendance>
}

/** Returns the passage of an attendance that nothing is written with. */
export const passing = (attendance: Attendance): Passage => ({ attendance, items: () => [] })

/** The gate of a service without seats. */
export const openGate: Gate = {
  enter: async (_table, _event, attendance) => passing(attendance),
  pass: (_table, _event, attendance) => passing(attendance),
  asked: (_event, _before, change) => change,
  change: async (_table, _event, { after }) => passing(after),
  outOfTurn: async (_table, _event, { before }) => passing(before),
  openSeats: async () => undefined,
  withPositions: async (_table, page) => page,
}

/** An attendance with its position, if it waits. */
export async function withPosition(
  gate: Pick<Gate, 'withPositions'>,
  table: Table,
  attendance: Attendance,
): Promise<Attendance> {
  const [read] = (await gate.withPositions(table, { members: [attendance] })).members
  return read as Attendance
}
