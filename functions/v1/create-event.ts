import { recordEvent } from '../../lib/domain/record-event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { creatorRoles, eventResource, peopleOf, readNewEvent } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, people, world } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ principal, owner, body }) => {
  const { draft, designated, ignored } = readNewEvent(body)
  const event = await recordEvent(principal, { draft, designated }, creatorRoles, world)
  return ok(eventResource(event, await people.findMany(owner, peopleOf([event]))), [
    ...ignored,
    ...ignoredIdentifiers(draft.identifiers, event),
    ...ignoredLinks(body, event),
  ])
})
