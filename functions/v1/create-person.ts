import { recordPerson } from '../../lib/people/record-person.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { ignoredContacts } from '../../lib/people/documents/ignored.js'
import { personResource, readNewPerson } from '../../lib/people/documents/person.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { recording } from '../../lib/app/people.js'

/** Adds a person, or changes the one who has the email. */
export const endpoint = keyEndpoint(v1, { recording }, async ({ recording, site }, { owner, body }) => {
  const { person: sent, ignored } = readNewPerson(site, body)
  const person = await recordPerson(recording, owner, sent)
  return validated(personResource(site, person), person, [
    ...ignored,
    ...ignoredContacts(sent, person),
    ...ignoredIdentifiers(site, sent.identifiers, person),
  ])
})
