import { keyEndpoint } from '../../lib/app/endpoint.js'
import { listCollection } from '../../lib/lists/documents/email-list.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listLists } from '../../lib/lists/store/email-list-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, query }) =>
  ok(listCollection(site, await listLists(table, owner, readPageRequest(query)), query)),
)
