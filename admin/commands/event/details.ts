import { type InferOutput, pipe, string, transform } from 'valibot'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { type Accessibility, EVENT_KINDS, accessibilityValue } from '../../../lib/events/accessibility.js'
import { ATTENDANCE_MODES, eventFields } from '../../../lib/events/event-fields.js'
import { type InterfaceName, entries, type interfaceFields } from '../../../lib/events/interface-fields.js'
import { country, language, moment, text, timeZone, webAddress } from '../../../lib/fields/values.js'
import { readGeocoding } from '../../../lib/runtime/environment.js'
import { geocoderOf } from '../../../lib/locations/geocode/geocoder.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { type Option, type Values, oneOf, optional, orNone } from '../../options.js'

/** The options that say where an event takes place. */
const location = {
  venue: optional('--venue <name>', 'where it takes place', text),
  address: optional('--address <line>', 'street and number', text),
  locality: optional('--locality <name>', 'city', text),
  region: optional('--region <code>', 'state or province: CO', text),
  postal_code: optional('--postal-code <code>', 'postal code', text),
  country: optional('--country <code>', 'two letters; US without it', country),
}

/** `step_free=yes,captions=no`. */
const accessAnswers = pipe(
  string(),
  transform((typed): unknown => Object.fromEntries(typed.split(',').map((each) => each.trim().split('=')))),
  accessibilityValue,
)

/** Returns what options say of a place, on top of what is known of it; null where nothing is left. */
export function accessIn(
  {
    accessibility,
    accessibility_notes: notes,
  }: { accessibility?: Accessibility | null | undefined; accessibility_notes?: string | null | undefined },
  before: Accessibility = {},
): Accessibility | null | undefined {
  if (accessibility === undefined && notes === undefined) return undefined
  const { notes: noted, ...answers } = before
  const said = notes === null ? undefined : (notes ?? noted)
  const whole = {
    ...(accessibility === null ? {} : { ...answers, ...accessibility }),
    ...(said && { notes: said }),
  }
  return Object.keys(whole).length > 0 ? whole : null
}

/** The options that describe an event. */
export const details = {
  name: optional('--name <name>', 'what the organizers call it among themselves', text),
  description: optional('--description <html>', 'what it is about', text),
  instructions: optional('--instructions <html>', 'what attendees are told', text),
  featured_image_url: optional('--featured-image-url <url>', 'address of the banner image', webAddress),
  kind: optional('--kind <kind>', `what people do there: ${EVENT_KINDS.join(', ')}`, oneOf(EVENT_KINDS)),
  accessibility: optional(
    '--accessibility <answers>',
    'what the place is like: step_free=yes,captions=no',
    accessAnswers,
  ),
  accessibility_notes: optional('--accessibility-notes <text>', 'more about access', text),
  browser_url: optional('--browser-url <url>', "address of the event's public page", webAddress),
  start_date: optional('--start-date <date>', 'wall clock at the venue: 2026-11-03T18:30', moment),
  end_date: optional('--end-date <date>', 'wall clock at the venue', moment),
  timezone_identifier: optional('--timezone <name>', "where it is not the venue's: Europe/London", timeZone),
  language: optional('--language <tag>', "language of its texts, where it is not the owner's: es", language),
  attendance_mode: optional('--attendance-mode <mode>', 'in_person, online or mixed', oneOf(ATTENDANCE_MODES)),
  ...location,
}

/** The fields of the interface whose options stand among others. */
const ELSEWHERE = ['capacity', 'featured_image_url'] as const

type Waiting = Exclude<InterfaceName, (typeof ELSEWHERE)[number]>

type WaitingOptions = {
  [Name in Waiting]: Option<InferOutput<(typeof interfaceFields)[Name]['typed']>, false>
}

const decapitalized = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

/** The options of the other fields that only the interface sets: `--max-guests <number>`. */
export const waiting = Object.fromEntries(
  entries
    .filter(([name]) => !(ELSEWHERE as readonly string[]).includes(name))
    .map(([name, { value, typed }]) => [
      name,
      optional(`--${name.replaceAll('_', '-')} <${value}>`, decapitalized(eventFields[name].meaning), typed),
    ]),
) as WaitingOptions

/** The same for a change: the word none clears a text or a date. */
export const waitingOrNone = Object.fromEntries(
  Object.entries(waiting).map(([name, option]) => [
    name,
    ['<text>', '<date>', '<json>', '<email>'].some((value) => option.flags.endsWith(value))
      ? orNone<unknown>(option as Option<unknown, false>)
      : option,
  ]),
) as { [Name in Waiting]: Option<InferOutput<(typeof interfaceFields)[Name]['typed']> | null, false> }

/** Returns the location in options; empty where they say nothing of it. */
export const locationIn = ({ venue, address, locality, region, postal_code, country: code }: Values<typeof location>) =>
  omitUndefined({
    venue,
    address_lines: address && [address],
    locality,
    region,
    postal_code,
    country: code,
  })

/** Makes the geocoder of the owner's machine. */
export const geocoder = async () => geocoderOf({ ...readGeocoding(), locationTable: await ensureLocationTable() })
