import { otherPartyIn } from '../../lib/attendances/attendance.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { attendanceResource } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { findPerson } from '../../lib/people/store/find-people.js'
import { findAttendance } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

export const endpoint = keyEndpoint(
  v2,
  { attended, linkTokens },
  async ({ attended, linkTokens, table, site }, { owner, principal, id }) => {
    const person = await findPerson(table, owner, id())
    const attendance = id('attendance_id')
    const [found, tokenOf] = await Promise.all([
      findAttendance(attended, otherPartyIn(attendance, person.id), attendance),
      linkTokens.load(principal.scope),
    ])
    return validated(attendanceResource(site, found, tokenOf), found)
  },
)
