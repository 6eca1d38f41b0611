import type { Attendance } from '../../lib/domain/attendance.js'
import { changeAttendance } from '../../lib/domain/change-attendance.js'
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
      const { change, ignored } = readAttendanceChange(body)
      const event = await events.find(owner, id())
      const attendance = await changeAttendance(
        event,
        id('attendance_id'),
        change,
        attendanceDependencies,
        precondition,
      )
      return okOrEmpty(query, attendanceResource(site, attendance), [
        ...ignored,
        ...ignoredIdentifiers(site, change.identifiers, attendance),
      ])
    },
  )
