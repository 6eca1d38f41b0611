import { listCollection } from '../../lib/hal/v2/email-list.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { emailLists, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) =>
  ok(listCollection(await emailLists.list(owner, readPageRequest(query)), query)),
)
