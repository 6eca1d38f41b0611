import type { Site } from '../../runtime/site.js'
import * as shared from './event.description.js'
import { heldElsewhere, type Operations } from '../../hal/descriptions/operation.js'
import { eventVocabulary } from './event.v2.js'
import { v2 } from '../../hal/v2/version.js'

const CREATORS = 'the creator, an administrator or an organizer of the group'

export function eventOperations(site: Site): Operations {
  const events = { version: v2, vocabulary: eventVocabulary, site }
  const event = shared.eventSchema(events, {
    'osdi:record_attendance_helper': [
      'The address that records a person and their attendance at once',
      'create-attendance',
    ],
  })
  return {
    ...shared.eventOperations(events, event, CREATORS),
    'v2/create-campaign-event': {
      tag: 'Event campaigns',
      summary: 'Creates an event in a campaign, or changes the one that holds an identifier',
      body: [shared.newEvent(events, CREATORS)],
      answer: event,
      conflict: heldElsewhere('an event'),
    },
  }
}
