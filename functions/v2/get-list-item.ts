import { keyEndpoint } from '../../lib/app/endpoint.js'
import { itemResource } from '../../lib/lists/documents/email-list.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { emailLists } from '../../lib/app/lists.js'

export const endpoint = keyEndpoint(v2, { emailLists }, async ({ emailLists, site }, { owner, id }) =>
  ok(itemResource(site, await emailLists.findItem(owner, id(), id('item_id')))),
)
