import { otherPartyIn } from '../../lib/attendances/attendance.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { attendanceResource } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { attendances } from '../../lib/app/attendances.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { people } from '../../lib/app/people.js'

export const endpoint = keyEndpoint(
  v2,
  { attendances, linkTokens, people },
  async ({ attendances, linkTokens, people, site }, { owner, principal, id }) => {
    const person = await people.find(owner, id())
    const attendance = id('attendance_id')
    const [found, tokenOf] = await Promise.all([
      attendances.find(otherPartyIn(attendance, person.id), attendance),
      linkTokens.load(principal.scope),
    ])
    return validated(attendanceResource(site, found, tokenOf), found)
  },
)
