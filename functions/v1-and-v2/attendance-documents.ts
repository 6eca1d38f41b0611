import type { Attendance } from '../../lib/attendances/attendance.js'
import type { TokenOf } from '../../lib/attendances/documents/self-service.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import {
  attendanceCollection as v1AttendanceCollection,
  attendanceFilters as v1AttendanceFilters,
} from '../../lib/attendances/documents/attendance.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  attendanceCollection as v2AttendanceCollection,
  attendanceFilters as v2AttendanceFilters,
} from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import type { Part } from '../../lib/runtime/service.js'
import { attendees } from '../../lib/app/people.js'
import type { ApiVersion } from '../../lib/hal/version.js'

type FindAttendees = ReturnType<typeof attendees>

/** A version's pages of attendances. */
export interface AttendanceDocuments {
  version: ApiVersion
  attendanceFilters: Filters<Attendance>
  attendanceCollection: PageSerializer<Attendance, [TokenOf, Awaited<ReturnType<FindAttendees>>?]>
  /** Finds the people whom its pages embed on request. */
  attendees: Part<FindAttendees>
}

export const v1Attendances: AttendanceDocuments = {
  version: v1,
  attendanceFilters: v1AttendanceFilters,
  attendanceCollection: v1AttendanceCollection,
  attendees: () => async () => undefined,
}

export const v2Attendances: AttendanceDocuments = {
  version: v2,
  attendanceFilters: v2AttendanceFilters,
  attendanceCollection: v2AttendanceCollection,
  attendees,
}
