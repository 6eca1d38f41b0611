import type { Person } from '../../lib/people/person.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { personResource as v1PersonResource } from '../../lib/people/documents/person.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { personResource as v2PersonResource } from '../../lib/people/documents/person.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { findPerson } from '../../lib/people/store/find-people.js'

/* @__NO_SIDE_EFFECTS__ */
const getPerson = (version: ApiVersion, personResource: Serializer<Person>) =>
  keyEndpoint(version, {}, async ({ table, site }, { owner, id }) => {
    const person = await findPerson(table, owner, id())
    return validated(personResource(site, person), person)
  })

export const v1Endpoint = getPerson(v1, v1PersonResource)
export const v2Endpoint = getPerson(v2, v2PersonResource)
