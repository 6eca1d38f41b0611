import { personResource } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validated } from '../../lib/http/validated.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const person = await people.find(owner, id())
  return validated(personResource(person), person)
})
