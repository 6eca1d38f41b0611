import { keyed } from '../../lib/endpoint.js'
import { embedResource } from '../../lib/hal/embed.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { events } from '../../lib/service.js'

export const endpoint = keyed(v1, { events }, async ({ events, site }, { owner, id }) => {
  const event = await events.find(owner, id())
  return ok(embedResource(site, v1, 'events', event.id))
})
