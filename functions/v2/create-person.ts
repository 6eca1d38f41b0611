import { recordPerson } from '../../lib/people/record-person.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredOfSignup } from '../../lib/people/documents/ignored.js'
import { personResource, readSignup } from '../../lib/people/documents/person.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { recording } from '../../lib/app/people.js'
import { tagPerson } from '../../lib/tags/record-tag.js'

/** The person signup helper: the only way to add a person through the API. */
export const endpoint = keyEndpoint(v2, { recording }, async ({ recording, site }, { owner, query, body }) => {
  const signup = readSignup(site, body)
  const { add_tags, remove_tags } = signup
  const person = await recordPerson(recording, owner, signup.person)
  const unknown = await tagPerson(recording, owner, person.id, add_tags, remove_tags)
  return validatedOrEmpty(query, personResource(site, person), person, ignoredOfSignup(site, signup, person, unknown))
})
