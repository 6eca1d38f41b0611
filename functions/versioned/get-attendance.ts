import type { Attendance } from '../../lib/domain/attendance.js'
import { keyed } from '../../lib/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/validated.js'
import { attendances, events } from '../../lib/service.js'

export const getAttendance = (version: ApiVersion, attendanceResource: Serializer<Attendance>) =>
  keyed(version, { attendances, events }, async ({ attendances, events, site }, { owner, id }) => {
    const [event, attendance] = [id(), id('attendance_id')]
    const [, found] = await Promise.all([events.find(owner, event), attendances.find(event, attendance)])
    return validated(attendanceResource(site, found), found)
  })
