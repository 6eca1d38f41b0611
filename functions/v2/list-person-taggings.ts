import { keyEndpoint } from '../../lib/endpoint.js'
import { taggingCollection } from '../../lib/hal/v2/tags/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { people } from '../../lib/service/people.js'
import { tags } from '../../lib/service/tags.js'

export const endpoint = keyEndpoint(
  v2,
  { people, tags },
  async ({ people, tags, site }, { owner, id, query }) => {
    const person = id()
    const [, page] = await Promise.all([
      people.find(owner, person),
      tags.listTaggingsOfPerson(owner, person, readPageRequest(query)),
    ])
    return ok(taggingCollection(site, page, query, ['people', person]))
  },
)
