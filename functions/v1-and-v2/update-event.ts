import type { EventChange } from '../../lib/events/event.js'
import { isOfAnsweredQuestion } from '../../lib/questions/answers.js'
import type { Body } from '../../lib/fields/field.js'
import { answerChange } from '../../lib/app/change-event.js'
import { type Site, native } from '../../lib/runtime/site.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { EventResource } from '../../lib/events/documents/event.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { ignoredLinks } from '../../lib/events/documents/ignored.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  readEventChange as v1ReadEventChange,
  eventResource as v1EventResource,
} from '../../lib/events/documents/event.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  readEventChange as v2ReadEventChange,
  eventResource as v2EventResource,
} from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { type FindEmbedded, creatorsAndOrganizers, noPeople } from './embedded-people.js'

interface Documents {
  readEventChange: (site: Site, body: Body, id: string) => { change: EventChange; ignored: string[] }
  eventResource: EventResource
  findEmbedded: FindEmbedded
}

/* @__NO_SIDE_EFFECTS__ */
const updateEvent = (version: ApiVersion, { readEventChange, eventResource, findEmbedded }: Documents) =>
  keyEndpoint(
    version,
    { eventDependencies, findEmbedded },
    async ({ eventDependencies, findEmbedded, site }, { principal, owner, id, body, precondition }) => {
      const { change, ignored: unread } = readEventChange(site, body, id())
      const request = { principal, id: id(), body, site, precondition }
      const changed = (change: EventChange, ignored: string[]) =>
        answerChange(request, { change, ignored }, eventDependencies)
      const { event, ignored } = await changed(change, unread).catch((error: unknown) => {
        if (!isOfAnsweredQuestion(error)) throw error
        // An invalid entry is ignored; the rest of the change counts.
        const { questions: _kept, ...others } = change
        return changed(others, [...unread, native(site, 'questions')])
      })
      return validated(eventResource(site, event, await findEmbedded(owner, [event])), event, [
        ...ignored,
        ...ignoredIdentifiers(site, change.identifiers, event),
        ...ignoredLinks(site, body, event),
      ])
    },
  )

export const v1Endpoint = updateEvent(v1, {
  readEventChange: v1ReadEventChange,
  eventResource: v1EventResource,
  findEmbedded: creatorsAndOrganizers,
})
export const v2Endpoint = updateEvent(v2, {
  readEventChange: v2ReadEventChange,
  eventResource: v2EventResource,
  findEmbedded: noPeople,
})
