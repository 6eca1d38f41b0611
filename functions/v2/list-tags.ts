import { keyEndpoint } from '../../lib/app/endpoint.js'
import { tagCollection } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { tags } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags, site }, { owner, query }) =>
  ok(tagCollection(site, await tags.list(owner, readPageRequest(query)), query)),
)
