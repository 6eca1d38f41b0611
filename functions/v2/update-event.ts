import { changeEvent } from '../../lib/domain/record-event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { eventResource, readEventChange } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, world } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ principal, id, body, expects }) => {
  const { change, ignored } = readEventChange(body, id())
  const event = await changeEvent(principal, id(), change, world, expects)
  return ok(eventResource(event), [
    ...ignored,
    ...ignoredIdentifiers(change.identifiers, event),
    ...ignoredLinks(body, event),
  ])
})
