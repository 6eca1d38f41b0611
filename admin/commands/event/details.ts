import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { check, pipe, string, transform } from 'valibot'
import { ATTENDANCE_MODES } from '../../../lib/domain/events/event-fields.js'
import { consentText } from '../../../lib/domain/access/owner-settings-fields.js'
import { country, language, moment, text, timeZone, webAddress } from '../../../lib/domain/fields/values.js'
import { readGeocoding } from '../../../lib/environment.js'
import { geocoderOf } from '../../../lib/geocode/geocoder.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { type Values, oneOf, optional } from '../../options.js'

const onOrOff = pipe(
  string(),
  check((value) => value === 'on' || value === 'off', 'must be on or off'),
)

const guests = pipe(
  string(),
  check((value) => /^\d{1,3}$/.test(value), 'must be a whole number from 0 to 999'),
  transform(Number),
)

/** The options that say where an event takes place. */
const location = {
  venue: optional('--venue <name>', 'where it takes place', text),
  address: optional('--address <line>', 'street and number', text),
  locality: optional('--locality <name>', 'city', text),
  region: optional('--region <code>', 'state or province: CO', text),
  postal_code: optional('--postal-code <code>', 'postal code', text),
  country: optional('--country <code>', 'two letters; US without it', country),
}

/** The options that describe an event. */
export const details = {
  name: optional('--name <name>', 'what the organisers call it among themselves', text),
  description: optional('--description <html>', 'what it is about', text),
  instructions: optional('--instructions <html>', 'what attendees are told', text),
  featured_image_url: optional('--featured-image-url <url>', 'address of the banner image', webAddress),
  browser_url: optional('--browser-url <url>', "address of the event's public page", webAddress),
  start_date: optional('--start-date <date>', 'wall clock at the venue: 2026-11-03T18:30', moment),
  end_date: optional('--end-date <date>', 'wall clock at the venue', moment),
  timezone_identifier: optional('--timezone <name>', "where it is not the venue's: Europe/London", timeZone),
  language: optional('--language <tag>', "language of its texts, where it is not the owner's: es", language),
  attendance_mode: optional(
    '--attendance-mode <mode>',
    'in_person, online or mixed',
    oneOf(ATTENDANCE_MODES),
  ),
  ...location,
}

/** The options that say who may come besides. */
export const waiting = {
  waitlist: optional(
    '--waitlist <on or off>',
    'whether people can join a waiting list when it is full',
    onOrOff,
  ),
  max_guests: optional('--max-guests <number>', 'how many guests a person may bring', guests),
  consent_text: optional(
    '--consent-text <text>',
    "what its RSVP form says beside the button, where it is not the owner's",
    consentText,
  ),
}

/** Returns the location in options; empty where they say nothing of it. */
export const locationIn = ({
  venue,
  address,
  locality,
  region,
  postal_code,
  country: code,
}: Values<typeof location>) =>
  omitUndefined({
    venue,
    address_lines: address && [address],
    locality,
    region,
    postal_code,
    country: code,
  })

/** Makes the geocoder of the owner's machine. */
export const geocoder = async () =>
  geocoderOf({ ...readGeocoding(), locationTable: await ensureLocationTable() })
