import type { EventChange } from '../../lib/domain/events/event.js'
import type { Body } from '../../lib/domain/fields/body-field.js'
import { changeEvent } from '../../lib/domain/events/record-event.js'
import type { Site } from '../../lib/domain/site.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { EventResource } from '../../lib/hal/events/event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { eventDependencies } from '../../lib/service/events.js'
import type { FindEmbedded } from './embedded-people.js'

interface Documents {
  readEventChange: (site: Site, body: Body, id: string) => { change: EventChange; ignored: string[] }
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

export const updateEvent = (
  version: ApiVersion,
  { readEventChange, eventResource, findEmbedded }: Documents,
) =>
  keyEndpoint(
    version,
    { eventDependencies, findEmbedded },
    async ({ eventDependencies, findEmbedded, site }, { principal, owner, id, body, precondition }) => {
      const { change, ignored } = readEventChange(site, body, id())
      const event = await changeEvent(principal, id(), change, eventDependencies, precondition)
      return ok(eventResource(site, event, await findEmbedded(owner, [event])), [
        ...ignored,
        ...ignoredIdentifiers(site, change.identifiers, event),
        ...ignoredLinks(site, body, event),
      ])
    },
  )
