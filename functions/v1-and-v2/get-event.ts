import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { EventResource } from '../../lib/events/documents/event.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { events } from '../../lib/app/events.js'
import { eventResource as v1EventResource } from '../../lib/events/documents/event.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { eventResource as v2EventResource } from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { type FindEmbedded, creatorsAndOrganizers, noPeople } from './embedded-people.js'

interface Documents {
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

/* @__NO_SIDE_EFFECTS__ */
const getEvent = (version: ApiVersion, { eventResource, findEmbedded }: Documents) =>
  keyEndpoint(version, { events, findEmbedded }, async ({ events, findEmbedded, site }, { owner, id }) => {
    const event = await events.find(owner, id())
    return validatedByTag(eventResource(site, event, await findEmbedded(owner, [event])), event)
  })

export const v1Endpoint = getEvent(v1, {
  eventResource: v1EventResource,
  findEmbedded: creatorsAndOrganizers,
})
export const v2Endpoint = getEvent(v2, { eventResource: v2EventResource, findEmbedded: noPeople })
