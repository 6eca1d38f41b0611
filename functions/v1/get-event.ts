import { keyed } from '../../lib/endpoint.js'
import { eventResource, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { events, people } from '../../lib/service.js'

export const endpoint = keyed(v1, { events, people }, async ({ events, people, site }, { owner, id }) => {
  const event = await events.find(owner, id())
  const embedded = await people.findMany(owner, peopleOf([event]))
  return validatedByTag(eventResource(site, event, embedded), event)
})
