import { recordPerson } from '../../lib/domain/people/record-person.js'
import { bulkEndpoint } from '../../lib/endpoint.js'
import { ignoredOfSignup } from '../../lib/hal/ignored.js'
import { keysOfPerson } from '../../lib/domain/people/person.js'
import { personResource, readSignup } from '../../lib/hal/v2/people/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { recordRows } from '../../lib/http/body/bulk.js'
import { attendanceDependencies } from '../../lib/service/attendances.js'

/** The person signup helper for many people at once. */
export const endpoint = bulkEndpoint(
  v2,
  { attendanceDependencies },
  ({ attendanceDependencies, site }, request) => {
    const { owner } = request
    return recordRows(request, {
      read: (body) => readSignup(site, body),
      keysOf: ({ person }) => keysOfPerson(person),
      record: async (signup) => {
        const { add_tags, remove_tags } = signup
        const person = await recordPerson(owner, signup.person, attendanceDependencies)
        const unknown = await attendanceDependencies.tagPerson(owner, person.id, add_tags, remove_tags)
        return {
          resource: personResource(site, person),
          ignored: ignoredOfSignup(site, signup, person, unknown),
        }
      },
    })
  },
)
