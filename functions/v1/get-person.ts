import { personResource } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { unlessKnown } from '../../lib/http/conditions.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, conditions }) => {
  const person = await people.find(owner, id())
  return unlessKnown(personResource(person), person, conditions)
})
