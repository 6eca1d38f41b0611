import { eventResource, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, events, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const event = await events.find(owner, id())
  return ok(eventResource(event, await people.findMany(owner, peopleOf([event]))))
})
