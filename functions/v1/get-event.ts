import { eventResource, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { endpoint, events, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const event = await events.find(owner, id())
  const embedded = await people.findMany(owner, peopleOf([event]))
  return validatedByTag(eventResource(event, embedded), event)
})
