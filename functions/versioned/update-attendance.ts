import type { Attendance } from '../../lib/domain/attendance.js'
import { identifyAttendance } from '../../lib/domain/record-attendance.js'
import { keyed } from '../../lib/endpoint.js'
import { readAttendanceChange } from '../../lib/hal/attendance.js'
import type { Serializer } from '../../lib/hal/document.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import type { TokenOf } from '../../lib/hal/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendanceDependencies, events, linkTokens } from '../../lib/service.js'

export const updateAttendance = (
  version: ApiVersion,
  attendanceResource: Serializer<Attendance, [TokenOf]>,
) =>
  keyed(
    version,
    { attendanceDependencies, events, linkTokens },
    async (
      { attendanceDependencies, events, linkTokens, site },
      { owner, id, query, body, precondition },
    ) => {
      const { identifiers, ignored } = readAttendanceChange(body)
      const [event, tokenOf] = await Promise.all([events.find(owner, id()), linkTokens.load()])
      const attendance = await identifyAttendance(
        event.id,
        id('attendance_id'),
        identifiers,
        attendanceDependencies,
        precondition,
      )
      return okOrEmpty(query, attendanceResource(site, attendance, tokenOf), [
        ...ignored,
        ...ignoredIdentifiers(site, identifiers, attendance),
      ])
    },
  )
