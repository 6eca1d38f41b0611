import { keyEndpoint } from '../../lib/app/endpoint.js'
import { tagCollection } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listTags } from '../../lib/tags/store/tag-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, query }) =>
  ok(tagCollection(site, await listTags(table, owner, readPageRequest(query)), query)),
)
