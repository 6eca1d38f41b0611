import { itemResource } from '../../lib/hal/v2/email-list.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { emailLists, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) =>
  ok(itemResource(await emailLists.findItem(owner, id(), id('item_id')))),
)
