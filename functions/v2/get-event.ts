import { keyed } from '../../lib/endpoint.js'
import { eventResource } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { events } from '../../lib/service.js'

export const endpoint = keyed(v2, { events }, async ({ events, site }, { owner, id }) => {
  const event = await events.find(owner, id())
  return validatedByTag(eventResource(site, event), event)
})
