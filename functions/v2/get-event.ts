import { eventResource } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { unlessKnownByTag } from '../../lib/http/conditions.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, conditions }) => {
  const event = await events.find(owner, id())
  return unlessKnownByTag(eventResource(event), event, conditions)
})
