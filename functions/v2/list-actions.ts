import { actionCollection } from '../../lib/hal/v2/action.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) =>
  ok(actionCollection(await events.listSelectable(owner, readPageRequest(query)), query)),
)
