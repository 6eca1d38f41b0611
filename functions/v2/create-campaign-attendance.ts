import { askedBy, recordAttendance, refusingIf } from '../../lib/attendances/record-attendance.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredOfAttendance } from '../../lib/attendances/documents/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { attendableEvents, attending } from '../../lib/app/attendances.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { signedTokens } from '../../lib/app/link-tokens.js'

export const endpoint = keyEndpoint(
  v2,
  { attending, campaigns, attendableEvents, signedTokens },
  async ({ attending, campaigns, attendableEvents, signedTokens, site }, { owner, principal, id, query, body }) => {
    const { request, ignored } = readAttendanceRequest(site, body)
    const event = Promise.all([
      attendableEvents.findInCampaign(id(), id('event_id')),
      campaigns.find(owner, id()),
    ]).then(([found]) => found)
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
