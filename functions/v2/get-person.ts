import { personResource } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/validated.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const person = await people.find(owner, id())
  return validated(personResource(person), person)
})
