import { personResource } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) =>
  ok(personResource(await people.find(owner, id()))),
)
