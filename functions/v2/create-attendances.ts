import { keysOfPerson } from '../../lib/people/person.js'
import { askedBy, bulkDependencies, recordAttendance, refusingIf } from '../../lib/attendances/record-attendance.js'
import { bulkEndpoint } from '../../lib/app/endpoint.js'
import { ignoredOfAttendance } from '../../lib/attendances/documents/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { recordRows } from '../../lib/imports/bulk-rows.js'
import { attendableEvents, attendanceDependencies } from '../../lib/app/attendances.js'
import { signedTokens } from '../../lib/app/link-tokens.js'

/** Records many attendances of an event at once: plain ones, and those of the record attendance helper. */
export const endpoint = bulkEndpoint(
  v2,
  { attendableEvents, attendanceDependencies, signedTokens },
  async ({ attendableEvents, attendanceDependencies, signedTokens, site }, request) => {
    const { owner, principal, id } = request
    const [event, tokenOf] = await Promise.all([attendableEvents.findToAttend(owner, id()), signedTokens.load()])
    const dependencies = bulkDependencies(refusingIf(principal, attendanceDependencies), request.mail)
    return recordRows(request, {
      read: (body) => readAttendanceRequest(site, body),
      keysOf: ({ request: sent }) => ('person' in sent ? keysOfPerson(sent.person) : [sent.linked ?? '']),
      record: async ({ request: sent, ignored }) => {
        const recorded = await recordAttendance(owner, event, askedBy(principal, sent), dependencies)
        return {
          resource: attendanceResource(site, recorded.attendance, tokenOf),
          ignored: [...ignored, ...ignoredOfAttendance(site, sent, recorded)],
        }
      },
    })
  },
)
