import { identifyAttendance } from '../../lib/domain/record-attendance.js'
import { readAttendanceChange } from '../../lib/hal/attendance-change.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { attendanceResource } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query, body, expects }) => {
  const { identifiers, ignored } = readAttendanceChange(body)
  const event = await events.find(owner, id())
  const attendance = await identifyAttendance(
    event.id,
    id('attendance_id'),
    identifiers,
    attendancesWorld,
    expects,
  )
  return okOrEmpty(query, attendanceResource(attendance), [
    ...ignored,
    ...ignoredIdentifiers(identifiers, attendance),
  ])
})
