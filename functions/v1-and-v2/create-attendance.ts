import type { Body } from '../../lib/fields/field.js'
import type { Attendance } from '../../lib/attendances/attendance.js'
import {
  type HelperRequest,
  type PlainRequest,
  askedBy,
  recordAttendance,
  refusingIf,
} from '../../lib/attendances/record-attendance.js'
import type { Site } from '../../lib/runtime/site.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import { ignoredOfAttendance } from '../../lib/attendances/documents/ignored.js'
import type { TokenOf } from '../../lib/attendances/documents/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { attendableEvents, attending } from '../../lib/app/attendances.js'
import { signedTokens } from '../../lib/app/link-tokens.js'

interface Documents {
  readAttendanceRequest: (site: Site, body: Body) => { request: PlainRequest | HelperRequest; ignored: string[] }
  attendanceResource: Serializer<Attendance, [TokenOf]>
}

export const createAttendance = (version: ApiVersion, { readAttendanceRequest, attendanceResource }: Documents) =>
  keyEndpoint(
    version,
    { attending, attendableEvents, signedTokens },
    async ({ attending, attendableEvents, signedTokens, site }, { owner, principal, id, query, body }) => {
      const { request, ignored } = readAttendanceRequest(site, body)
      const event = attendableEvents.findToAttend(owner, id())
      const [recorded, tokenOf] = await Promise.all([
        recordAttendance(refusingIf(principal, attending), owner, event, askedBy(principal, request)),
        signedTokens.load(),
      ])
      return validatedOrEmpty(query, attendanceResource(site, recorded.attendance, tokenOf), recorded.attendance, [
        ...ignored,
        ...ignoredOfAttendance(site, request, recorded),
      ])
    },
  )
