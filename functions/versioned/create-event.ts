import type { CreatorRoles } from '../../lib/domain/access/creator.js'
import type { EventDraft } from '../../lib/domain/events/event.js'
import type { Body } from '../../lib/domain/fields/body-field.js'
import { recordEvent } from '../../lib/domain/events/record-event.js'
import type { Site } from '../../lib/domain/site.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { EventResource } from '../../lib/hal/events/event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { eventDependencies } from '../../lib/service/events.js'
import type { FindEmbedded } from './embedded-people.js'

interface Documents {
  creatorRoles: CreatorRoles
  readNewEvent: (
    site: Site,
    body: Body,
  ) => { draft: EventDraft; designated: string | undefined; ignored: string[] }
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

export const createEvent = (
  version: ApiVersion,
  { creatorRoles, readNewEvent, eventResource, findEmbedded }: Documents,
) =>
  keyEndpoint(
    version,
    { eventDependencies, findEmbedded },
    async ({ eventDependencies, findEmbedded, site }, { principal, owner, body }) => {
      const { draft, designated, ignored } = readNewEvent(site, body)
      const event = await recordEvent(principal, { draft, designated }, creatorRoles, eventDependencies)
      return ok(eventResource(site, event, await findEmbedded(owner, [event])), [
        ...ignored,
        ...ignoredIdentifiers(site, draft.identifiers, event),
        ...ignoredLinks(site, body, event),
      ])
    },
  )
