import { recordEvent } from '../../lib/domain/record-event.js'
import { keyed } from '../../lib/endpoint.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { creatorRoles, eventResource, peopleOf, readNewEvent } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { people, eventDependencies } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { people, eventDependencies },
  async ({ people, eventDependencies, site }, { principal, owner, body }) => {
    const { draft, designated, ignored } = readNewEvent(site, body)
    const event = await recordEvent(principal, { draft, designated }, creatorRoles, eventDependencies)
    return ok(eventResource(site, event, await people.findMany(owner, peopleOf([event]))), [
      ...ignored,
      ...ignoredIdentifiers(site, draft.identifiers, event),
      ...ignoredLinks(site, body, event),
    ])
  },
)
