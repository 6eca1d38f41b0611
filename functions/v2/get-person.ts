import { keyed } from '../../lib/endpoint.js'
import { personResource } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/validated.js'
import { people } from '../../lib/service.js'

export const endpoint = keyed(v2, { people }, async ({ people, site }, { owner, id }) => {
  const person = await people.find(owner, id())
  return validated(personResource(site, person), person)
})
