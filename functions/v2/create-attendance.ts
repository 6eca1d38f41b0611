import { recordFromBrowser } from '../../lib/domain/browser-attendance.js'
import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { keyed, sentByBrowsers, withOrWithoutKey } from '../../lib/endpoint.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v2/attendance.js'
import { browserAnswer, readBrowserAttendance } from '../../lib/hal/v2/browser-attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok, okOrEmpty } from '../../lib/http/answer.js'
import { attendanceDependencies, events } from '../../lib/service.js'

/** A plain attendance, or the record attendance helper. */
const withKey = keyed(
  v2,
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

/** The helper for a form in anybody's page, which learns nothing of who is known. */
const fromBrowser = sentByBrowsers(
  v2,
  { attendanceDependencies },
  async ({ attendanceDependencies }, { event, body }) => {
    const { request, ignored } = readBrowserAttendance(body)
    await recordFromBrowser(event, request, attendanceDependencies)
    return ok(browserAnswer(event), ignored)
  },
)

export const endpoint = withOrWithoutKey(v2, withKey, fromBrowser)
