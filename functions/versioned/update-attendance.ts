import type { Attendance } from '../../lib/domain/attendance.js'
import { identifyAttendance } from '../../lib/domain/record-attendance.js'
import { keyed } from '../../lib/endpoint.js'
import { readAttendanceChange } from '../../lib/hal/attendance.js'
import type { Serializer } from '../../lib/hal/document.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendanceDependencies, events } from '../../lib/service.js'

export const updateAttendance = (version: ApiVersion, attendanceResource: Serializer<Attendance>) =>
  keyed(
    version,
    { attendanceDependencies, events },
    async ({ attendanceDependencies, events, site }, { owner, id, query, body, precondition }) => {
      const { identifiers, ignored } = readAttendanceChange(body)
      const event = await events.find(owner, id())
      const attendance = await identifyAttendance(
        event.id,
        id('attendance_id'),
        identifiers,
        attendanceDependencies,
        precondition,
      )
      return okOrEmpty(query, attendanceResource(site, attendance), [
        ...ignored,
        ...ignoredIdentifiers(site, identifiers, attendance),
      ])
    },
  )
