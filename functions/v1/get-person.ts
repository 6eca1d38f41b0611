import { keyed } from '../../lib/endpoint.js'
import { personResource } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validated } from '../../lib/http/validated.js'
import { people } from '../../lib/service.js'

export const endpoint = keyed(v1, { people }, async ({ people, site }, { owner, id }) => {
  const person = await people.find(owner, id())
  return validated(personResource(site, person), person)
})
