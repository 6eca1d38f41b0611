import type { EventMail } from './event-mail.js'

/** How an owner, or an event, words a mail. What is absent is as it is by default. */
export interface MailWording {
  subject?: string
  body?: string
  /** Whether the mail is sent. */
  is_sent?: boolean
}

/** What an owner or an event has said of its mails. */
export type MailWordings = Partial<Record<EventMail, MailWording>>

/** What is filled in, by the names of the variables. */
export const VARIABLES = [
  ...['greeting', 'given_name', 'event', 'when', 'where', 'instructions'],
  ...['rsvp', 'event_page', 'group', 'guests'],
]

/** The wording of an event's mail: what the event says comes before what its owner says. */
export const wordingOf = (kind: EventMail, ofEvent: MailWordings, ofOwner: MailWordings): MailWording => ({
  ...ofOwner[kind],
  ...ofEvent[kind],
})
