import type { Attendance } from '../../lib/attendances/attendance.js'
import { changeAttendance } from '../../lib/attendances/change-attendance.js'
import { askedBy } from '../../lib/attendances/record-attendance.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readAttendanceChange } from '../../lib/attendances/documents/attendance.js'
import type { Serializer } from '../../lib/hal/document.js'
import { fittingAnswers } from '../../lib/questions/answers.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import {
  ignoredAnswers,
  ignoredAttendedGuests,
  ignoredDecision,
  ignoredGuests,
} from '../../lib/attendances/documents/ignored.js'
import type { TokenOf } from '../../lib/attendances/documents/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { attending } from '../../lib/app/attendances.js'
import { events } from '../../lib/app/events.js'
import { signedTokens } from '../../lib/app/link-tokens.js'
import { attendanceResource as v1AttendanceResource } from '../../lib/attendances/documents/attendance.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { attendanceResource as v2AttendanceResource } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const updateAttendance = (version: ApiVersion, attendanceResource: Serializer<Attendance, [TokenOf]>) =>
  keyEndpoint(
    version,
    { attending, events, signedTokens },
    async ({ attending, events, signedTokens, site }, { owner, principal, id, query, body, precondition }) => {
      const { change, ignored } = readAttendanceChange(site, body)
      const [event, tokenOf] = await Promise.all([events.find(owner, id()), signedTokens.load()])
      const attendance = await changeAttendance(
        attending,
        event,
        id('attendance_id'),
        askedBy(principal, change),
        precondition,
      )
      return validatedOrEmpty(query, attendanceResource(site, attendance, tokenOf), attendance, [
        ...ignored,
        ...ignoredDecision(site, change, attendance),
        ...ignoredIdentifiers(site, change.identifiers, attendance),
        ...ignoredGuests(site, change.guests, attendance),
        ...ignoredAttendedGuests(site, change, attendance),
        ...ignoredAnswers(site, fittingAnswers(event.questions ?? [], change.answers).unfit),
      ])
    },
  )

export const v1Endpoint = updateAttendance(v1, v1AttendanceResource)
export const v2Endpoint = updateAttendance(v2, v2AttendanceResource)
