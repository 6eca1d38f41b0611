import { type Fault, invalid } from '../runtime/errors.js'
import { MOST_VARIABLES, hasTooManyVariables, unknownVariables } from './mail-wording.js'
import type { MessageMailing } from './mailing.js'
import type { Owner } from '../runtime/owner.js'
import { type QueryResult, totalFor } from '../targeting/query-result.js'

/** The message that an organizer writes to people. */
export interface MessageDraft {
  subject: string
  html: string
}

export const MESSAGE_VARIABLES = ['greeting', 'given_name', 'group'] as const

const LONGEST_SUBJECT = 200
/** A message and what is kept of it fit an item. Pictures are linked to and not part of it. */
const MOST_BYTES = 300_000

/** Whether a text has nothing but tags and variables, as the form has before anything is typed. */
const isBlank = (html: string): boolean => html.replaceAll(/<(?!img)[^<>]*>|\{\w*\}/gi, '').trim() === ''

/** @throws OsdiError invalid, naming every fault */
export function requireMessage({ subject, html }: MessageDraft): void {
  const faults: Fault[] = []
  const refuse = (name: keyof MessageDraft, error_code: string, description: string) =>
    faults.push({ error_code, description, properties: [name] })
  if (subject.trim() === '') refuse('subject', 'required', 'subject must not be empty')
  if (/[\r\n\0]/.test(subject)) refuse('subject', 'malformed', 'subject must be one line')
  if (subject.length > LONGEST_SUBJECT)
    refuse('subject', 'malformed', `subject must have at most ${LONGEST_SUBJECT} characters`)
  if (isBlank(html)) refuse('html', 'required', 'html must say something')
  const bytes = Buffer.byteLength(html)
  if (bytes > MOST_BYTES) refuse('html', 'malformed', `html must have at most ${MOST_BYTES} bytes, and has ${bytes}`)
  for (const [name, text] of Object.entries({ subject, html }) as [keyof MessageDraft, string][]) {
    if (hasTooManyVariables(text)) refuse(name, 'malformed', `${name} must have at most ${MOST_VARIABLES} variables`)
    const unknown = unknownVariables(text, MESSAGE_VARIABLES)
    if (unknown.length > 0)
      refuse(
        name,
        'unknown_variable',
        `${name} has unknown variables: ${unknown.join(', ')}; there are ${MESSAGE_VARIABLES.join(', ')}`,
      )
  }
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
}

/** @throws OsdiError invalid for a time that is none, or at which the result is no longer kept */
function requireTime(due: Date, { expires_date }: QueryResult): void {
  const isTime = !Number.isNaN(due.getTime())
  if (isTime && due < new Date(expires_date)) return
  const description = isTime
    ? `due must be before ${expires_date}, when the people that were found are no longer known; find them again`
    : 'due must be a date and a time'
  throw invalid([{ error_code: 'malformed', description, properties: ['due'] }])
}

/**
 * Makes a message to the people of a result who are subscribed.
 * @throws OsdiError invalid, as requireMessage, and for a time that is none or too late
 */
export function newMessage(
  { subject, html }: MessageDraft,
  {
    id,
    owner,
    result,
    due,
    author,
    isToGuests = false,
    isOfStranger = false,
    about,
    replyTo,
    now,
  }: {
    id: string
    owner: Owner
    result: QueryResult
    /** When it is to be sent. */
    due: Date
    author?: string
    /** Whether it is about an event that they come to, or wait for. */
    isToGuests?: boolean
    /** Whether a supporter writes it at whose event nobody on the team has looked. */
    isOfStranger?: boolean
    /** The event that it is about, whose contact gets the answers. */
    about?: string | undefined
    /** The address that answers go to; that of the event or the owner without it. */
    replyTo?: string | undefined
    now: Date
  },
): MessageMailing {
  requireMessage({ subject, html })
  requireTime(due, result)
  return {
    id,
    owner,
    kind: 'message',
    position: 0,
    sent: 0,
    subject,
    html,
    query: result.query,
    result: result.id,
    total: totalFor(result, isToGuests ? 'everybody' : 'email'),
    ...(isToGuests && { to_guests: true }),
    ...(isOfStranger && { is_of_stranger: true }),
    ...(about && { about }),
    ...(replyTo && { reply_to: replyTo }),
    status: due > now ? 'scheduled' : 'sending',
    due_date: due.toISOString(),
    created_date: now.toISOString(),
    ...(author && { author }),
  }
}
