import { keyEndpoint } from '../../lib/app/endpoint.js'
import { itemCollection } from '../../lib/lists/documents/email-list.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listItems } from '../../lib/lists/store/email-list-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id, query }) =>
  ok(itemCollection(site, await listItems(table, owner, id(), readPageRequest(query)), query, ['lists', id()])),
)
