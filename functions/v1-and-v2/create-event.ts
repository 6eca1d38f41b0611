import type { CreatorRoles } from '../../lib/access/creator.js'
import type { EventDraft } from '../../lib/events/event.js'
import type { Body } from '../../lib/fields/field.js'
import { recordEvent } from '../../lib/events/record-event.js'
import type { Site } from '../../lib/runtime/site.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { EventResource } from '../../lib/events/documents/event.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { ignoredLinks } from '../../lib/events/documents/ignored.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  creatorRoles as v1CreatorRoles,
  readNewEvent as v1ReadNewEvent,
  eventResource as v1EventResource,
} from '../../lib/events/documents/event.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  creatorRoles as v2CreatorRoles,
  readNewEvent as v2ReadNewEvent,
  eventResource as v2EventResource,
} from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { type FindEmbedded, creatorsAndOrganizers, noPeople } from './embedded-people.js'

interface Documents {
  creatorRoles: CreatorRoles
  readNewEvent: (site: Site, body: Body) => { draft: EventDraft; designated: string | undefined; ignored: string[] }
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

/* @__NO_SIDE_EFFECTS__ */
const createEvent = (version: ApiVersion, { creatorRoles, readNewEvent, eventResource, findEmbedded }: Documents) =>
  keyEndpoint(
    version,
    { eventDependencies, findEmbedded },
    async ({ eventDependencies, findEmbedded, site }, { principal, owner, body }) => {
      const { draft, designated, ignored } = readNewEvent(site, body)
      const event = await recordEvent(principal, { draft, designated }, creatorRoles, eventDependencies)
      return validated(eventResource(site, event, await findEmbedded(owner, [event])), event, [
        ...ignored,
        ...ignoredIdentifiers(site, draft.identifiers, event),
        ...ignoredLinks(site, body, event),
      ])
    },
  )

export const v1Endpoint = createEvent(v1, {
  creatorRoles: v1CreatorRoles,
  readNewEvent: v1ReadNewEvent,
  eventResource: v1EventResource,
  findEmbedded: creatorsAndOrganizers,
})
export const v2Endpoint = createEvent(v2, {
  creatorRoles: v2CreatorRoles,
  readNewEvent: v2ReadNewEvent,
  eventResource: v2EventResource,
  findEmbedded: noPeople,
})
