import { personResource } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { unlessKnown } from '../../lib/http/conditions.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, conditions }) => {
  const person = await people.find(owner, id())
  return unlessKnown(personResource(person), person, conditions)
})
