import type { Attendance } from '../../lib/domain/attendances/attendance.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { TokenOf } from '../../lib/hal/attendances/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { attendances } from '../../lib/service/attendances.js'
import { events } from '../../lib/service/events.js'
import { linkTokens } from '../../lib/service/link-tokens.js'

export const getAttendance = (version: ApiVersion, attendanceResource: Serializer<Attendance, [TokenOf]>) =>
  keyEndpoint(
    version,
    { attendances, events, linkTokens },
    async ({ attendances, events, linkTokens, site }, { owner, id }) => {
      const [event, attendance] = [id(), id('attendance_id')]
      const [, found, tokenOf] = await Promise.all([
        events.find(owner, event),
        attendances.find(event, attendance),
        linkTokens.load(),
      ])
      return validated(attendanceResource(site, found, tokenOf), found)
    },
  )
