import { keyed } from '../../lib/endpoint.js'
import { attendanceResource } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validated } from '../../lib/http/validated.js'
import { attendances, events } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { attendances, events },
  async ({ attendances, events, site }, { owner, id }) => {
    const [event, attendance] = [id(), id('attendance_id')]
    const [, found] = await Promise.all([events.find(owner, event), attendances.find(event, attendance)])
    return validated(attendanceResource(site, found), found)
  },
)
