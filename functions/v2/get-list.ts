import { keyEndpoint } from '../../lib/app/endpoint.js'
import { listResource } from '../../lib/lists/documents/email-list.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { findList } from '../../lib/lists/store/email-list-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id }) =>
  ok(listResource(site, await findList(table, owner, id()))),
)
