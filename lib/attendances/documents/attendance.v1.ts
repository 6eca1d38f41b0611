import type { Attendance } from '../attendance.js'
import { attendanceFields } from '../attendance-fields.js'
import type { Body } from '../../fields/field.js'
import { namedFilters, otherNames } from '../../fields/vocabulary.js'
import type { PlainRequest } from '../record-attendance.js'
import type { Site } from '../../runtime/site.js'
import { attendancePaths, readPlainAttendance, waiting } from './attendance.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { withSelfService } from './self-service.js'
import { dated } from '../../hal/v1/names.js'
import { v1 } from '../../hal/v1/version.js'

/** The names of an attendance's fields in version 1; referrers came with version 2. */
export const attendanceVocabulary = otherNames(attendanceFields, {
  identifiers: 'identifiers',
  origin_system: { as: 'originating_system', required: true },
  ...dated,
  status: 'status',
  waitlisted: ':waitlisted',
  waitlist_position: ':waitlist_position',
  request: ':request',
  answers: ':answers',
  missing_answers: ':missing_answers',
  attended: ':attended',
  attended_guests: ':attended_guests',
  attended_date: ':attended_date',
  confirmed_date: ':confirmed_date',
  merged_into: ':merged_into',
  guests: ':guests',
  consent: ':consent',
  person: ':person_id',
  event: ':event_id',
})

export const attendanceFilters = (site: Site) => namedFilters<Attendance>(attendanceVocabulary, site)

/** @throws OsdiError invalid, naming every fault */
export function readAttendanceRequest(site: Site, body: Body): { request: PlainRequest; ignored: string[] } {
  return readPlainAttendance(attendanceVocabulary, site, body)
}

const attendance = /* @__PURE__ */ withSelfService(
  /* @__PURE__ */ documentOf(v1, {
    vocabulary: attendanceVocabulary,
    links: (attendance: Attendance) => attendancePaths(v1, attendance),
    computed: waiting,
  }),
)

export const attendanceResource = /* @__PURE__ */ resourceOf(attendance)
export const attendanceCollection = /* @__PURE__ */ pagesOf(
  v1,
  { at: 'attendance', rel: 'osdi:attendance' },
  attendance,
)
