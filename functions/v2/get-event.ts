import { eventResource } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) =>
  ok(eventResource(await events.find(owner, id()))),
)
