import type { Standing } from '../attendances/attendance.js'

/** The rules of a kind of mail to the people of an event. */
export interface EventMailPolicy {
  /**
   * The cause: a change of an attendance, or of the event, which goes to all of its people. A wording is that of
   * another email, for some of its people.
   */
  cause: 'attendance' | 'event' | 'wording'
  /** The people who get it, by where they stand. */
  to: readonly Standing[]
  /** The status of the event that it is about. */
  of: 'confirmed' | 'cancelled'
  /**
   * The end of its use: it may be late because the service, or the server that takes its emails, was away. An email
   * afterwards is of use for some days.
   */
  until: 'start' | 'end' | 'afterwards'
  /** When it is due without anybody having done anything. */
  due?: Schedule
  /** Whether it is sent only where an organizer has switched it on. */
  isOptional?: boolean
  /** Whether an event has it once, whatever its dates come to be. */
  isOnce?: boolean
  /** Whether it goes to people on the mailing list alone. */
  isForSubscribers?: boolean
  /** Whether `action=quiet` on the page of the RSVP ends it. */
  isEndedByQuiet: boolean
  /** The request of its calendar file to the program that reads it; it has no file without. */
  calendar?: 'REQUEST' | 'CANCEL'
}

/** An email that is due a time after a date of its event; before it if the time is negative. */
export interface Schedule {
  of: 'start_date_utc' | 'end_date_utc'
  afterMs: number
}

/** The rules that all emails have which a change of an attendance causes. */
export const OF_ATTENDANCE = {
  cause: 'attendance',
  of: 'confirmed',
  until: 'end',
  isEndedByQuiet: false,
} as const
export const COMING = ['accepted'] as const
export const ALL = ['accepted', 'tentative', 'requested'] as const
