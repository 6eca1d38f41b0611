import { personResource } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) =>
  ok(personResource(await people.find(owner, id()))),
)
