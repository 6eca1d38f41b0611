import { changeEvent } from '../../lib/domain/record-event.js'
import { keyed } from '../../lib/endpoint.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { eventResource, readEventChange } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { eventDependencies } from '../../lib/service.js'

export const endpoint = keyed(
  v2,
  { eventDependencies },
  async ({ eventDependencies, site }, { principal, id, body, precondition }) => {
    const { change, ignored } = readEventChange(site, body, id())
    const event = await changeEvent(principal, id(), change, eventDependencies, precondition)
    return ok(eventResource(site, event), [
      ...ignored,
      ...ignoredIdentifiers(site, change.identifiers, event),
      ...ignoredLinks(site, body, event),
    ])
  },
)
