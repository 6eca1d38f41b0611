import { changePerson } from '../../lib/people/record-person.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { ignoredContacts } from '../../lib/people/documents/ignored.js'
import { personResource, readPersonChange } from '../../lib/people/documents/person.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { recording } from '../../lib/app/people.js'

export const endpoint = keyEndpoint(
  v2,
  { recording },
  async ({ recording, site }, { owner, principal, id, query, body, precondition }) => {
    const { change, ignored } = readPersonChange(site, body)
    const { person, ignored: taken } = await changePerson(recording, owner, id(), change, precondition, principal.scope)
    return validatedOrEmpty(query, personResource(site, person), person, [
      ...ignored,
      ...taken,
      ...ignoredContacts(change, person),
      ...ignoredIdentifiers(site, change.identifiers, person),
    ])
  },
)
