import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v2/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, campaigns, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query, body }) => {
  const { request, ignored } = readAttendanceRequest(body)
  const event = Promise.all([events.findInCampaign(id(), id('event_id')), campaigns.find(owner, id())]).then(
    ([found]) => found,
  )
  const recorded = await recordAttendance(owner, event, request, attendancesWorld)
  return okOrEmpty(query, attendanceResource(recorded.attendance), [
    ...ignored,
    ...ignoredOfAttendance(request, recorded),
  ])
})
