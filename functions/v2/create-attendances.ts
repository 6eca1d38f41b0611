import { keysOfPerson } from '../../lib/people/person.js'
import { askedBy, inBatch, recordAttendance, refusingIf } from '../../lib/attendances/record-attendance.js'
import { bulkEndpoint } from '../../lib/app/endpoint.js'
import { ignoredOfAttendance } from '../../lib/attendances/documents/ignored.js'
import { attendanceResource, readAttendanceRequest } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { recordRows } from '../../lib/imports/bulk-rows.js'
import { attendableEvents, attending } from '../../lib/app/attendances.js'
import { signedTokens } from '../../lib/app/link-tokens.js'

/** Records many attendances of an event at once: plain ones, and those of the record attendance helper. */
export const endpoint = bulkEndpoint(
  v2,
  { attendableEvents, attending, signedTokens },
  async ({ attendableEvents, attending, signedTokens, site }, request) => {
    const { owner, principal, id } = request
    const [event, tokenOf] = await Promise.all([attendableEvents.findToAttend(owner, id()), signedTokens.load()])
    const recording = inBatch(refusingIf(principal, attending), request.mail)
    return recordRows(request, {
      read: (body) => readAttendanceRequest(site, body),
      keysOf: ({ request: sent }) => ('person' in sent ? keysOfPerson(sent.person) : [sent.linked ?? '']),
      record: async ({ request: sent, ignored }) => {
        const recorded = await recordAttendance(recording, owner, event, askedBy(principal, sent))
        return {
          resource: attendanceResource(site, recorded.attendance, tokenOf),
          ignored: [...ignored, ...ignoredOfAttendance(site, sent, recorded)],
        }
      },
    })
  },
)
