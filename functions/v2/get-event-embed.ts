import { keyed } from '../../lib/endpoint.js'
import { embedResource } from '../../lib/hal/embed.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { events } from '../../lib/service.js'

export const endpoint = keyed(v2, { events }, async ({ events, site }, { owner, id }) => {
  const event = await events.find(owner, id())
  return ok(embedResource(site, v2, 'events', event.id))
})
