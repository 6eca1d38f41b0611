import { keyEndpoint } from '../../lib/app/endpoint.js'
import { taggingCollection } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { findTag, listTaggings } from '../../lib/tags/store/tag-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id, query }) => {
  const tag = id()
  const [, page] = await Promise.all([findTag(table, owner, tag), listTaggings(table, tag, readPageRequest(query))])
  return ok(taggingCollection(site, page, query, ['tags', tag]))
})
