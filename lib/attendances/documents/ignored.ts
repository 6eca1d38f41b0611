import { ignoredIdentifiers } from '../../hal/ignored.js'
import { ignoredTags } from '../../people/documents/ignored.js'
import { type Site, native } from '../../runtime/site.js'
import type { Attendance } from '../attendance.js'
import type { AttendanceChange } from '../change-attendance.js'
import type { HelperRequest, PlainRequest, RecordedAttendance } from '../record-attendance.js'

/** Returns the ignored identifiers of an attendance, and the ignored identifiers and tags of a helper's person. */
export const ignoredOfAttendance = (
  site: Site,
  request: PlainRequest | HelperRequest,
  { attendance, person, unknownTags = [], unfitAnswers = [] }: RecordedAttendance,
): string[] => [
  ...ignoredAnswers(site, unfitAnswers),
  ...ignoredIdentifiers(site, request.draft.identifiers, attendance),
  ...ignoredGuests(site, request.draft.guests, attendance),
  ...('person' in request && person ? ignoredIdentifiers(site, request.person.identifiers, person) : []),
  ...('person' in request ? ignoredTags(request, unknownTags) : []),
]

/** Returns the answers of a request that fit no question. */
export const ignoredAnswers = (site: Site, ids: string[]): string[] =>
  ids.map((id) => `${native(site, 'answers')}.${id.slice(0, 200).toWellFormed()}`)

/** Returns the decision of a change of an attendance without a request. */
export const ignoredDecision = (
  site: Site,
  { decision }: Pick<AttendanceChange, 'decision'>,
  { request }: Attendance,
): string[] => (decision && !request ? [native(site, 'request')] : [])

/**
 * Returns the guests of a request that an attendance does not have: an event of the API takes none, a new RSVP of a
 * person who attends changes none, and a change cannot exceed what the organizer allows.
 */
export const ignoredGuests = (site: Site, sent: number | undefined, { guests = 0 }: Attendance): string[] =>
  sent === undefined || sent === guests ? [] : [native(site, 'guests')]

/** Returns the guests who came along, if a change of an attendance left them out because they were too many. */
export const ignoredAttendedGuests = (
  site: Site,
  { attendedGuests = 0 }: Pick<AttendanceChange, 'attendedGuests'>,
  { attended_guests = 0 }: Attendance,
): string[] => (attendedGuests > attended_guests ? [native(site, 'attended_guests')] : [])
