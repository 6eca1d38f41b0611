import { eventResource, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { unlessKnownByTag } from '../../lib/http/conditions.js'
import { endpoint, events, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, conditions }) => {
  const event = await events.find(owner, id())
  const embedded = await people.findMany(owner, peopleOf([event]))
  return unlessKnownByTag(eventResource(event, embedded), event, conditions)
})
