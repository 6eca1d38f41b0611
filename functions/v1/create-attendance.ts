import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { keyed } from '../../lib/endpoint.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendanceDependencies, events } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { attendanceDependencies, events },
  async ({ attendanceDependencies, events, site }, { owner, id, query, body }) => {
    const { request, ignored } = readAttendanceRequest(site, body)
    const event = events.findToAttend(owner, id())
    const recorded = await recordAttendance(owner, event, request, attendanceDependencies)
    return okOrEmpty(query, attendanceResource(site, recorded.attendance), [
      ...ignored,
      ...ignoredOfAttendance(site, request, recorded),
    ])
  },
)
