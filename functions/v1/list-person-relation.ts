import { emptyRelation } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, people } from '../../lib/service.js'

/** What this service does not hold of a person answers as an empty collection. */
export const handler = endpoint(v1, async ({ owner, id, parameter, query }) => {
  const person = await people.find(owner, id())
  return ok(emptyRelation(person, parameter('relation'), readPageRequest(query), query))
})
