import { changeEvent } from '../../lib/domain/record-event.js'
import { keyed } from '../../lib/endpoint.js'
import { ignoredIdentifiers, ignoredLinks } from '../../lib/hal/ignored.js'
import { eventResource, peopleOf, readEventChange } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { people, eventDependencies } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { people, eventDependencies },
  async ({ people, eventDependencies, site }, { principal, owner, id, body, precondition }) => {
    const { change, ignored } = readEventChange(site, body)
    const event = await changeEvent(principal, id(), change, eventDependencies, precondition)
    return ok(eventResource(site, event, await people.findMany(owner, peopleOf([event]))), [
      ...ignored,
      ...ignoredIdentifiers(site, change.identifiers, event),
      ...ignoredLinks(site, body, event),
    ])
  },
)
