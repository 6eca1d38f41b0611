import type { Attendance } from '../../lib/attendances/attendance.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { TokenOf } from '../../lib/attendances/documents/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { events } from '../../lib/app/events.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { attendanceResource as v1AttendanceResource } from '../../lib/attendances/documents/attendance.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { attendanceResource as v2AttendanceResource } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { findAttendance } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/* @__NO_SIDE_EFFECTS__ */
const getAttendance = (version: ApiVersion, attendanceResource: Serializer<Attendance, [TokenOf]>) =>
  keyEndpoint(
    version,
    { attended, events, linkTokens },
    async ({ attended, events, linkTokens, site }, { owner, principal, id }) => {
      const [event, attendance] = [id(), id('attendance_id')]
      const [, found, tokenOf] = await Promise.all([
        events.find(owner, event),
        findAttendance(attended, event, attendance),
        linkTokens.load(principal.scope),
      ])
      return validated(attendanceResource(site, found, tokenOf), found)
    },
  )

export const v1Endpoint = getAttendance(v1, v1AttendanceResource)
export const v2Endpoint = getAttendance(v2, v2AttendanceResource)
