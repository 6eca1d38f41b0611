import { maybe } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import * as shared from './event.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { eventVocabulary } from './event.v1.js'
import { person } from '../../people/documents/person.description.v1.js'
import { v1 } from '../../hal/v1/version.js'

export function eventOperations(site: Site): Operations {
  const events = { version: v1, vocabulary: eventVocabulary, site }
  const embedded = maybe({ one: person(site) })
  const event = {
    ...shared.eventSchema(events),
    embedded: { 'osdi:creator': embedded, 'osdi:organizer': embedded },
  }
  return shared.eventOperations(events, event, 'anybody who belongs to the group')
}
