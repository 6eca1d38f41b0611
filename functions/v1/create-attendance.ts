import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query, body }) => {
  const { request, ignored } = readAttendanceRequest(body)
  const event = events.findToAttend(owner, id())
  const recorded = await recordAttendance(owner, event, request, attendancesWorld)
  return okOrEmpty(query, attendanceResource(recorded.attendance), [
    ...ignored,
    ...ignoredOfAttendance(request, recorded),
  ])
})
