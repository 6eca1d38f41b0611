import { recordEvent } from '../../lib/events/record-event.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { ignoredLinks } from '../../lib/events/documents/ignored.js'
import { creatorRoles, eventResource, readNewEvent } from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { eventDependencies } from '../../lib/app/record-events.js'

export const endpoint = keyEndpoint(
  v2,
  { campaigns, eventDependencies },
  async ({ campaigns, eventDependencies, site }, { principal, owner, id, body }) => {
    const { draft, designated, ignored } = readNewEvent(site, body)
    const { id: event_campaign_id, questions: campaign_questions } = await campaigns.find(owner, id())
    const event = await recordEvent(
      principal,
      { draft, designated, event_campaign_id, campaign_questions },
      creatorRoles,
      eventDependencies,
    )
    return validated(eventResource(site, event), event, [
      ...ignored,
      ...ignoredIdentifiers(site, draft.identifiers, event),
      ...ignoredLinks(site, body, event),
    ])
  },
)
