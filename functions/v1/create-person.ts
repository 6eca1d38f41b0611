import { recordPerson } from '../../lib/domain/people/record-person.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { personResource, readNewPerson } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { attendanceDependencies } from '../../lib/service/attendances.js'

/** Adds a person, or changes the one who has the email. */
export const endpoint = keyEndpoint(
  v1,
  { attendanceDependencies },
  async ({ attendanceDependencies, site }, { owner, body }) => {
    const { person: sent, ignored } = readNewPerson(site, body)
    const person = await recordPerson(owner, sent, attendanceDependencies)
    return ok(personResource(site, person), [
      ...ignored,
      ...ignoredIdentifiers(site, sent.identifiers, person),
    ])
  },
)
