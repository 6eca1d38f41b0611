import { maybe } from '../../domain/fields/json-schema.js'
import type { Site } from '../../domain/site.js'
import * as shared from '../events/event.description.js'
import type { Operations } from '../descriptions/operation.js'
import { eventVocabulary } from './event.js'
import { person } from './person.description.js'
import { v1 } from './version.js'

export function eventOperations(site: Site): Operations {
  const events = { version: v1, vocabulary: eventVocabulary, site }
  const embedded = maybe({ one: person(site) })
  const event = {
    ...shared.eventSchema(events),
    embedded: { 'osdi:creator': embedded, 'osdi:organizer': embedded },
  }
  return shared.eventOperations(events, event, 'anybody who belongs to the group')
}
