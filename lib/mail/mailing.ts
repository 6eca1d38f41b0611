import type { Attendance } from '../attendances/attendance.js'
import type { MailingKind } from './kinds-of-event-email.js'
import type { Person } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'

/** One email to many people, worked off page by page. */
export interface Mailing {
  id: string
  owner: Owner
  /** Each person before this position has got the email. */
  position: number
  created_date: string
  /** Number of emails that were sent so far, and that were refused for good. */
  sent: number
  refused?: number
}

/** A mailing that is worked off in parts, each by a process of its own, once it has begun. */
interface Whole extends Mailing {
  /** Number of its parts, and of those that are done. */
  parts?: number
  parts_done?: number
}

/** A part of a mailing: the people from its position on. */
export interface PartMailing extends Mailing {
  kind: 'part'
  part_of: string
  /** The position after its last person; without one it goes on to the last person of the whole. */
  end?: number
}

/** A mailing to the people of an event. */
export interface EventMailing extends Whole {
  kind: MailingKind
  event: string
  /** It is for the people who come, not for the people who wait. */
  only_coming?: boolean
  /** People who answered after this time know already. */
  answered_before?: string
  /** The edit of several dates that it is of: each person gets one email for all of them. */
  edit?: string
  /** The mailed facts of the event before its change, where a change is told. */
  known?: string
  /** The key of the email's cause: the start that a reminder is of, for example. */
  cause: string
}

/** The cause of the mailing of a cancellation. An event has only one. */
export const CANCELLED = 'cancelled'

/** A message of an organizer to the people that a targeting query has found. */
export interface MessageMailing extends Whole {
  kind: 'message'
  query: string
  /** The result of the query, whose people do not change. */
  result: string
  subject: string
  html: string
  status: 'scheduled' | 'sending' | 'paused' | 'done'
  /** When it is sent. */
  due_date: string
  /**
   * It is about an event that its people come to, or wait for: as a reminder, it goes to guests who are not on the
   * mailing list, too.
   */
  to_guests?: boolean
  /** A supporter at whose event nobody on the team has looked writes it. */
  is_of_stranger?: boolean
  /** Number of subscribed people of the result; of all of its people where they are guests. */
  total: number
  /** The person who sends it. */
  author?: string
  /**
   * The event that it is about. When it is sent, its contact gets the answers, and guests who have canceled since get
   * none; once it is over, only people on the mailing list do.
   */
  about?: string
  /** The address that answers go to instead: of the host who writes. */
  reply_to?: string
  bounced?: number
  complained?: number
}

export type AnyMailing = EventMailing | MessageMailing | PartMailing

/** A mailing that a process works on, and the word by which it knows its lease again. */
export interface Leased<Of extends Mailing = AnyMailing> {
  mailing: Of
  by: string
}

/** The record of an edit of several dates of a series, by which each person gets one email. */
export interface ToldEdit {
  id: string
  owner: Owner
  kind: 'changed' | 'cancelled'
  /** The ids of the dates, those that are changed first first. */
  dates: string[]
  /** The dates that people are told of, from when they are told. */
  told?: string[]
  /** Whether only people who come get it, and not people who wait. */
  only_coming?: boolean
}

/** A change of an event that its people are not told of yet. */
export interface ChangeToTell {
  due_date: string
  /** Whether only people who come get it, and not people who wait. */
  only_coming: boolean
}

/** A person whom a mailing goes to, and the attendance by which it does. */
export interface Recipient {
  /** In the list of attendances, from 0. */
  position: number
  person: Person
  attendance: Attendance
  /** When the person joined the people who come, or the people who wait. */
  answered_date: string
}
