import { embedResource } from '../../lib/hal/embed.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const event = await events.find(owner, id())
  return ok(embedResource(v1, 'events', event.id))
})
