import { identifyAttendance } from '../../lib/domain/record-attendance.js'
import { keyed } from '../../lib/endpoint.js'
import { readAttendanceChange } from '../../lib/hal/attendance-change.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { attendanceResource } from '../../lib/hal/v2/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendanceDependencies, events } from '../../lib/service.js'

export const endpoint = keyed(
  v2,
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
