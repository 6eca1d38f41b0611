import { type Fault, invalid } from '../runtime/errors.js'
import type { EventMail } from './kinds-of-event-email.js'

/** The wording of an email by an owner, or for an event. Absent fields have their defaults. */
export interface MailWording {
  subject?: string
  body?: string
  /** Whether the email is sent. */
  is_sent?: boolean
}

/** The wordings of an owner or an event, by kind of mail. */
export type MailWordings = Partial<Record<EventMail, MailWording>>

/** Names of the variables that are filled in. */
export const VARIABLES = [
  'greeting',
  'given_name',
  'event',
  'when',
  'where',
  'instructions',
  'rsvp',
  'event_page',
  'group',
  'guests',
  'next',
  'changes',
  'text',
  'note',
]

/** The wording of an event's mail: what the event says comes before what its owner says. */
export const wordingOf = (kind: EventMail, ofEvent: MailWordings, ofOwner: MailWordings): MailWording => ({
  ...ofOwner[kind],
  ...ofEvent[kind],
})

/** A change of a wording: absent fields stay, null resets one to its default. */
export type WordingChange = { [Name in keyof MailWording]?: MailWording[Name] | null | undefined }

const LONGEST = { subject: 200, body: 10_000 }

/**
 * Returns a wording after a change.
 * @throws OsdiError invalid, naming every fault: a subject of several lines, a text that is too long, or variables
 *   that do not exist
 */
export function checkedWording(before: MailWording, change: WordingChange): MailWording {
  const faults: Fault[] = []
  const refuse = (name: string, error_code: string, description: string) =>
    faults.push({ error_code, description: `${name} ${description}`, properties: [name] })
  for (const name of ['subject', 'body'] as const) {
    const text = change[name]
    if (typeof text !== 'string') continue
    if (text.trim() === '') refuse(name, 'required', 'must not be empty')
    if (text.length > LONGEST[name]) refuse(name, 'malformed', `must have at most ${LONGEST[name]} characters`)
    if (name === 'subject' && /[\r\n\0]/.test(text)) refuse(name, 'malformed', 'must be one line')
    if (hasTooManyVariables(text)) refuse(name, 'malformed', `must have at most ${MOST_VARIABLES} variables`)
    const unknown = unknownVariables(text, VARIABLES)
    if (unknown.length > 0)
      refuse(
        name,
        'unknown_variable',
        `has unknown variables: ${unknown.join(', ')}; there are ${VARIABLES.join(', ')}`,
      )
  }
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  const after = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(after)
}

/**
 * The limit of variables in a text. Values may be long, so a text of nothing but variables would become an email that
 * no server takes.
 */
export const MOST_VARIABLES = 50

export const hasTooManyVariables = (text: string): boolean => [...text.matchAll(/\{\w+\}/g)].length > MOST_VARIABLES

/** Returns the variables of a text that do not exist. */
export const unknownVariables = (text: string, known: readonly string[]): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !known.includes(name))),
]
