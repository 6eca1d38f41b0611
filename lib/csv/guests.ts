import type { Guest } from '../domain/attendances/guests-file.js'
import { csvRow } from './row.js'

const COLUMNS = [
  'given_name',
  'family_name',
  'email',
  'phone',
  'rsvp_date',
  'status',
  'guests',
  'attended',
  'confirmed_date',
]

/** The headings of a file of guests. */
export const guestsHeadings = csvRow(COLUMNS)

/** Writes a guest. */
export function guestRow({ attendance, person }: Guest): string {
  const { created_date, status = 'accepted', guests = 0, attended = false, confirmed_date } = attendance
  const contacts = [person?.email_addresses[0]?.address, person?.phone_numbers[0]?.number]
  const cells = [person?.given_name, person?.family_name, ...contacts, created_date, status]
  return csvRow([...cells, String(guests), String(attended), confirmed_date].map((cell) => cell ?? ''))
}
