import type { Person } from '../../people/person.js'
import type { Attendance } from '../attendance.js'

/** An attendance, and the person; undefined where the person is not in the owner's list. */
export interface Guest {
  attendance: Attendance
  person: Person | undefined
}

/** The file of all guests of an event, which a queue's function writes. */
export interface GuestsFile {
  id: string
  event: string
  requested_date: string
  /** The country of the owner, whose spreadsheets open the file. */
  country?: string
  completed_date?: string
  /** Number of guests: when the file was asked for, or in the complete file. */
  total: number
  /** Number of guests that are written so far. */
  written: number
  /** The names of the parts of a complete file: several where an answer could not hold one. */
  parts?: string[]
}
