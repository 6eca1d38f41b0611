import { embedResource } from '../../lib/hal/embed.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const event = await events.find(owner, id())
  return ok(embedResource(v2, 'events', event.id))
})
