import { changeEvent } from '../../lib/domain/record-event.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { eventResource, peopleOf, readEventChange } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, people, world } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ principal, owner, id, body, expects }) => {
  const { change, ignored } = readEventChange(body)
  const event = await changeEvent(principal, id(), change, world, expects)
  return ok(eventResource(event, await people.findMany(owner, peopleOf([event]))), [
    ...ignored,
    ...ignoredIdentifiers(change.identifiers, event),
    ...ignoredLinks(body, event),
  ])
})
