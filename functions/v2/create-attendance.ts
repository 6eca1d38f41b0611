import { recordFromBrowser } from '../../lib/domain/browser-attendance.js'
import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v2/attendance.js'
import { browserAnswer, readBrowserAttendance } from '../../lib/hal/v2/browser-attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok, okOrEmpty } from '../../lib/http/answer.js'
import { withOrWithoutKey } from '../../lib/http/endpoint.js'
import { attendancesWorld, browserEndpoint, endpoint, events } from '../../lib/service.js'

/** A plain attendance, or the record attendance helper. */
const withKey = endpoint(v2, async ({ owner, id, query, body }) => {
  const { request, ignored } = readAttendanceRequest(body)
  const event = events.findToAttend(owner, id())
  const recorded = await recordAttendance(owner, event, request, attendancesWorld)
  return okOrEmpty(query, attendanceResource(recorded.attendance), [
    ...ignored,
    ...ignoredOfAttendance(request, recorded),
  ])
})

/** The helper for a form in anybody's page, which learns nothing of who is known. */
const fromBrowser = browserEndpoint(v2, async ({ event, body }) => {
  const { request, ignored } = readBrowserAttendance(body)
  await recordFromBrowser(event, request, attendancesWorld)
  return ok(browserAnswer(event), ignored)
})

export const handler = withOrWithoutKey(v2, withKey, fromBrowser)
