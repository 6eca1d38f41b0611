import { recordAttendance } from '../../lib/domain/record-attendance.js'
import { ignoredOfAttendance } from '../../lib/hal/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/hal/v2/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, campaigns, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query, body }) => {
  const { request, ignored } = readAttendanceRequest(body)
  const [campaign, event] = [id(), id('event_id')]
  const reading = Promise.all([events.findInCampaign(campaign, event), campaigns.find(owner, campaign)])
  const found = reading.then(([inCampaign]) => inCampaign)
  const recorded = await recordAttendance(owner, found, request, attendancesWorld)
  return okOrEmpty(query, attendanceResource(recorded.attendance), [
    ...ignored,
    ...ignoredOfAttendance(request, recorded),
  ])
})
