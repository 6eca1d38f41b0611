import { keyEndpoint } from '../../lib/endpoint.js'
import { listResource } from '../../lib/hal/v2/lists/email-list.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { emailLists } from '../../lib/service/people.js'

export const endpoint = keyEndpoint(v2, { emailLists }, async ({ emailLists, site }, { owner, id }) =>
  ok(listResource(site, await emailLists.find(owner, id()))),
)
