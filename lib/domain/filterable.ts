import type { Attendance } from './attendance.js'
import type { EventCampaign } from './event-campaign.js'
import type { OsdiEvent } from './event.js'
import type { FilterField, FilterFields } from './filter.js'
import type { Person } from './person.js'

/*
 * What filters may name of each kind of resource, by the names of version 2. `nativePrefix` is that of native
 * identifiers: a filter finds by these as by all others.
 */

interface Dated {
  id: string
  identifiers: string[]
  created_date: string
  modified_date: string
}

const common = (nativePrefix: string) => ({
  identifier: {
    kind: 'text' as const,
    of: ({ id, identifiers }: Dated) => [`${nativePrefix}:${id}`, ...identifiers],
    native: `${nativePrefix}:`,
  },
  created_date: date(({ created_date }: Dated) => created_date),
  modified_date: date(({ modified_date }: Dated) => modified_date),
})

export const filterableAttendance = (nativePrefix: string) =>
  common(nativePrefix) satisfies FilterFields<Attendance>

export const filterableCampaign = (nativePrefix: string) =>
  ({
    ...common(nativePrefix),
    origin_system: text(({ origin_system }: EventCampaign) => [origin_system]),
    title: text(({ title }: EventCampaign) => [title]),
  }) satisfies FilterFields<EventCampaign>

export const filterableEvent = (nativePrefix: string) =>
  ({
    ...common(nativePrefix),
    origin_system: text(({ origin_system }: OsdiEvent) => [origin_system]),
    title: text(({ title }: OsdiEvent) => [title]),
    start_date: clock(({ start_date, start_date_utc }: OsdiEvent) => ({
      clock: start_date,
      instant: start_date_utc,
    })),
    end_date: clock(({ end_date, end_date_utc }: OsdiEvent) => ({ clock: end_date, instant: end_date_utc })),
  }) satisfies FilterFields<OsdiEvent>

export const filterablePerson = (nativePrefix: string) =>
  ({
    ...common(nativePrefix),
    family_name: text(({ family_name }: Person) => [family_name]),
    given_name: text(({ given_name }: Person) => [given_name]),
    email_address: text(
      ({ email_addresses }: Person) => email_addresses.map(({ address }) => address),
      (address) => address.toLowerCase(),
    ),
    phone_number: text(
      ({ phone_numbers }: Person) => phone_numbers.map(({ number }) => number),
      (number) => withCountryCode(number.replace(/[\s().+-]/g, '')),
    ),
    region: text(({ postal_addresses }: Person) => postal_addresses.map(({ region }) => region)),
    postal_code: text(({ postal_addresses }: Person) =>
      postal_addresses.map(({ postal_code }) => postal_code),
    ),
  }) satisfies FilterFields<Person>

/** As numbers are kept: ten digits are a number of North America without its 1. */
const withCountryCode = (digits: string) => (/^\d{10}$/.test(digits) ? `1${digits}` : digits)

function text<Resource>(
  of: (resource: Resource) => (string | undefined)[],
  normal?: (text: string) => string,
): FilterField<Resource> {
  return { kind: 'text', of, ...(normal && { normal }) }
}

const date = <Resource>(of: (resource: Resource) => string): FilterField<Resource> => ({ kind: 'date', of })

const clock = <Resource>(
  of: (resource: Resource) => { clock: string | undefined; instant: string | undefined },
): FilterField<Resource> => ({ kind: 'clock', of })
