import type { OsdiEvent } from '../../../lib/events/event.js'
import type { Site } from '../../../lib/runtime/site.js'
import { eventResource } from '../../../lib/events/documents/event.v2.js'
import type { Outcome } from '../../command.js'
import { formatDetails } from '../../output/format.js'

/** The outcome of a command that changed an event: for programs, what GET answers to a key of its owner. */
export function outcomeOf(site: Site, event: OsdiEvent): Outcome {
  const { id, title, start_date, capacity, hidden, status = 'confirmed' } = event
  return {
    json: eventResource(site, event),
    text: formatDetails({ id, title, start_date, capacity, hidden, status }),
  }
}
