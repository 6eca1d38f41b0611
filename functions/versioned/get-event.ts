import { keyEndpoint } from '../../lib/endpoint.js'
import type { EventResource } from '../../lib/hal/events/event.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { events } from '../../lib/service/events.js'
import type { FindEmbedded } from './embedded-people.js'

interface Documents {
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

export const getEvent = (version: ApiVersion, { eventResource, findEmbedded }: Documents) =>
  keyEndpoint(version, { events, findEmbedded }, async ({ events, findEmbedded, site }, { owner, id }) => {
    const event = await events.find(owner, id())
    return validatedByTag(eventResource(site, event, await findEmbedded(owner, [event])), event)
  })
