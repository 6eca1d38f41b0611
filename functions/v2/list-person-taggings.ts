import { keyEndpoint } from '../../lib/app/endpoint.js'
import { taggingCollection } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listTaggingsOfPerson } from '../../lib/tags/store/tag-store.js'
import { findPerson } from '../../lib/people/store/find-people.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id, query }) => {
  const person = id()
  const [, page] = await Promise.all([
    findPerson(table, owner, person),
    listTaggingsOfPerson(table, owner, person, readPageRequest(query)),
  ])
  return ok(taggingCollection(site, page, query, ['people', person]))
})
