import { type GenericSchema, check, picklist, pipe, string, transform } from 'valibot'
import { consentText } from '../access/owner-settings-fields.js'
import type { Fields, NamesSetInInterface } from '../fields/field.js'
import { enteredEmail, moment, webAddress } from '../fields/values.js'
import type { OsdiEvent } from './event.js'
import { VISIBILITIES, eventFields } from './event-fields.js'
import { extraEmailsTyped } from './extra-emails.js'

/*
 * The fields that callers of the API cannot set. The form, the commands, the import from another Turnout and the change
 * of an event take them from this table; lib/events/event-fields.ts says which they are.
 */

/** A field that only the organizer's own interface sets. */
export type InterfaceName = NamesSetInInterface<typeof eventFields>

/** Declares by which input a field is entered. A value of none, 0 or off is none: the item does not hold it. */
export interface Entry<Value> {
  /** Reads what is typed in the form and given to a command. */
  typed: GenericSchema<unknown, NonNullable<Value>>
  /** The part of the form that has it. */
  section: 'places' | 'banner' | 'guests' | 'team' | 'emails'
  /** The value of the option of commands: `--max-guests <number>`. */
  value: 'number' | 'text' | 'email' | 'url' | 'on or off' | 'public or private' | 'date' | 'json'
  /** The least number. */
  min?: number
  /** The most characters of a text. */
  maxlength?: number
  /** The words that are chosen from. */
  words?: readonly string[]
}

/** Returns the reader of a whole number, as it is typed. */
const wholeNumber = (digits: number, least: number, message: string) =>
  pipe(
    string(),
    check((value) => /^\s*\d+\s*$/.test(value) && value.trim().length <= digits && Number(value) >= least, message),
    transform(Number),
  )

const onOrOff = pipe(
  string(),
  check((value) => value === 'on' || value === 'off', 'must be on or off'),
  transform((value) => value === 'on'),
)

/** A wall clock at the venue. Only times that callers of the API set may have an offset. */
const clock = pipe(
  moment,
  check((value) => 'wallClock' in value, 'must be a wall clock at the venue, such as 2026-11-03T18:30'),
  transform((value) => ('wallClock' in value ? value.wallClock : '')),
)

export const interfaceFields = {
  capacity: {
    typed: wholeNumber(9, 1, 'must be a whole number from 1'),
    section: 'places',
    value: 'number',
    min: 1,
  },
  max_guests: {
    typed: wholeNumber(3, 0, 'must be a whole number from 0 to 999'),
    section: 'places',
    value: 'number',
    min: 0,
  },
  rsvps_open: { typed: clock, section: 'places', value: 'date' },
  rsvps_close: { typed: clock, section: 'places', value: 'date' },
  list_to: { typed: enteredEmail, section: 'places', value: 'email', maxlength: 254 },
  waitlist: { typed: onOrOff, section: 'places', value: 'on or off' },
  approval: { typed: onOrOff, section: 'places', value: 'on or off' },
  featured_image_url: { typed: webAddress, section: 'banner', value: 'url' },
  emails: { typed: extraEmailsTyped, section: 'emails', value: 'json' },
  consent_text: { typed: consentText, section: 'guests', value: 'text', maxlength: 300 },
  visibility: {
    typed: pipe(string(), picklist(VISIBILITIES, `must be ${VISIBILITIES.join(' or ')}`)),
    section: 'team',
    value: 'public or private',
    words: VISIBILITIES,
  },
} satisfies { [Name in InterfaceName]: Entry<OsdiEvent[Name]> }

/** The same, for code that treats all of them alike. */
export const entries = Object.entries(interfaceFields) as [InterfaceName, Entry<unknown>][]

export const interfaceNames = entries.map(([name]) => name)

/** Whether a value is what is presumed of an event that does not hold the field. */
export const isPresumed = (name: string, value: unknown): boolean =>
  value !== undefined && value === (eventFields as Fields)[name]?.presumed

/** Returns those of some values that are fields of the interface and say something: not none, 0, off or presumed. */
export function interfaceValues(
  values: Partial<Record<InterfaceName, unknown>>,
): Partial<Pick<OsdiEvent, InterfaceName>> {
  const isSomething = (name: string, value: unknown) =>
    value !== undefined && value !== null && value !== 0 && value !== false && !isPresumed(name, value)
  return Object.fromEntries(
    interfaceNames.filter((name) => isSomething(name, values[name])).map((name) => [name, values[name]]),
  )
}

/** Returns the change after which an event has these values, and no others. */
export const changeTo = (
  values: Partial<Pick<OsdiEvent, InterfaceName>>,
): { [Name in InterfaceName]: OsdiEvent[Name] | null } =>
  Object.fromEntries(interfaceNames.map((name) => [name, values[name] ?? null])) as {
    [Name in InterfaceName]: OsdiEvent[Name] | null
  }
