import { keyEndpoint } from '../../lib/app/endpoint.js'
import { emptyRelation } from '../../lib/people/documents/person.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { findPerson } from '../../lib/people/store/find-people.js'

/** Answers an empty collection for data of a person that this service does not have. */
export const endpoint = keyEndpoint(v1, {}, async ({ table, site }, { owner, id, parameter, query }) => {
  const person = await findPerson(table, owner, id())
  return ok(emptyRelation(site, person, parameter('relation'), readPageRequest(query), query))
})
