import type { Person } from '../../lib/domain/people/person.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { people } from '../../lib/service/people.js'

export const getPerson = (version: ApiVersion, personResource: Serializer<Person>) =>
  keyEndpoint(version, { people }, async ({ people, site }, { owner, id }) => {
    const person = await people.find(owner, id())
    return validated(personResource(site, person), person)
  })
