import { eventResource } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const event = await events.find(owner, id())
  return validatedByTag(eventResource(event), event)
})
