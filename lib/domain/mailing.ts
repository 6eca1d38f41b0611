import type { EventMail } from './event-mail.js'
import type { Owner } from './principal.js'

/** One mail to many people, worked off page by page. */
export interface Mailing {
  id: string
  owner: Owner
  /** Of the people before this position, each has got the mail. */
  position: number
  created_date: string
  /** What was sent so far. */
  sent: number
}

/** A mailing to the people of an event. */
export interface EventMailing extends Mailing {
  kind: Extract<EventMail, 'changed' | 'cancelled' | 'reminder'>
  event: string
  /** People who answered after this time know already. */
  answered_before?: string
  /** What tells the mail of one cause from that of another: the start that a reminder is of, for example. */
  cause: string
}

/** A message of an organiser to the people that a targeting query has found. */
export interface MessageMailing extends Mailing {
  kind: 'message'
  query: string
  /** The result of the query, whose people do not change. */
  result: string
  subject: string
  html: string
  status: 'scheduled' | 'sending' | 'paused' | 'done'
  /** When it is sent. */
  due_date: string
  /** How many people the result has who are subscribed. */
  total: number
  /** The person who sends it. */
  author?: string
  bounced?: number
  complained?: number
}

export type AnyMailing = EventMailing | MessageMailing
