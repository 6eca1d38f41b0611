import { recordFromBrowser } from '../../lib/visitors/browser-attendance.js'
import { optionalKeyEndpoint } from '../../lib/app/endpoint.js'
import { browserEndpoint } from '../../lib/app/visitor-endpoints.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/attendances/documents/attendance.v2.js'
import { rsvpAnswer, termsFor } from '../../lib/visitors/documents/rsvp.js'
import { readBrowserAttendance } from '../../lib/visitors/browser-attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { refusingIf } from '../../lib/attendances/record-attendance.js'
import { attending } from '../../lib/app/attendances.js'
import { createAttendance } from '../v1-and-v2/create-attendance.js'

/** A plain attendance, or the record attendance helper. */
const withKey = createAttendance(v2, { readAttendanceRequest, attendanceResource })

/** The helper for a script in a page of any site. The answer does not tell whether the person was known. */
const fromBrowser = browserEndpoint(v2, { attending }, async ({ attending, site }, { event, settings, body }) => {
  const { rsvp, ignored } = readBrowserAttendance(site, body)
  const standing = await recordFromBrowser(refusingIf(settings, attending), event, rsvp, termsFor(settings, event))
  return ok(rsvpAnswer(site, event, standing), ignored)
})

export const endpoint = optionalKeyEndpoint(v2, withKey, [fromBrowser])
