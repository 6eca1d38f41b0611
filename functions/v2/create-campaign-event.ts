import { recordEvent } from '../../lib/domain/record-event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { creatorRoles, eventResource, readNewEvent } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, endpoint, world } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ principal, owner, id, body }) => {
  const { draft, designated, ignored } = readNewEvent(body)
  const { id: event_campaign_id } = await campaigns.find(owner, id())
  const event = await recordEvent(principal, { draft, designated, event_campaign_id }, creatorRoles, world)
  return ok(eventResource(event), [
    ...ignored,
    ...ignoredIdentifiers(draft.identifiers, event),
    ...ignoredLinks(body, event),
  ])
})
