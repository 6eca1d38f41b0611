import { peopleCame, peopleComing } from '../events/totals.js'
import type { ReportedEvent } from './campaign-report.js'
import { csvRow } from '../csv/row.js'

const COLUMNS = [
  'event_id',
  'title',
  'start_date',
  'end_date',
  'status',
  'review',
  'hidden',
  'attendance_mode',
  'venue',
  'address',
  'locality',
  'region',
  'postal_code',
  'country',
  'capacity',
  'rsvps',
  'people_coming',
  'waiting',
  'attended',
  'hosted_by_supporter',
  'host_given_name',
  'host_family_name',
  'host_email',
  'host_email_status',
  'host_phone',
]

/** The headings of the file of the events of a campaign and their hosts. */
export const hostedEventHeadings = csvRow(COLUMNS)

/** Writes an event and its host. */
export function hostedEventRow({ event, totals, host }: ReportedEvent): string {
  const { location, review } = event
  const email = host?.email_addresses[0]
  const cells: (string | number | boolean | undefined)[] = [
    event.id,
    event.title,
    event.start_date,
    event.end_date,
    event.status ?? 'confirmed',
    review?.state,
    event.hidden ?? false,
    event.attendance_mode ?? 'in_person',
    location.venue,
    location.address_lines?.join(', '),
    location.locality,
    location.region,
    location.postal_code,
    location.country,
    event.capacity,
    totals.accepted,
    peopleComing(totals),
    totals.waitlisted,
    peopleCame(totals),
    event.host_link !== undefined,
    host?.given_name,
    host?.family_name,
    email?.address,
    email?.status,
    host?.phone_numbers[0]?.number,
  ]
  return csvRow(cells.map((cell) => String(cell ?? '')))
}
