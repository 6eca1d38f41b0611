import type { Found } from '../domain/query-result.js'
import { csvRow } from './row.js'

/** What a file of people shows of an event. */
export interface ShownEvent {
  title: string
}

/** The headings of a file of people. */
export const peopleHeadings = csvRow([
  ...['id', 'given_name', 'family_name', 'email', 'email_status', 'phone'],
  ...['address', 'locality', 'region', 'postal_code', 'country', 'events'],
])

/** A person, with the titles of the events that brought this person into the file. */
export function personRow(
  { person, events }: Found,
  eventOf: (id: string) => ShownEvent | undefined,
): string {
  const [email] = person.email_addresses
  const [phone] = person.phone_numbers
  const [address] = person.postal_addresses
  const cells = [
    ...[person.id, person.given_name, person.family_name, email?.address, email?.status, phone?.number],
    ...[address?.address_lines?.[0], address?.locality, address?.region],
    ...[address?.postal_code, address?.country, events.map((id) => eventOf(id)?.title ?? id).join('; ')],
  ]
  return csvRow(cells.map((cell) => cell ?? ''))
}
