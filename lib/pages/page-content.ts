import type { OsdiEvent } from '../domain/event.js'

/** What the page of an event shows. */
export interface PageContent {
  /** Its public fields: without attendees, and without instructions, which are for attendees only. */
  event: Omit<OsdiEvent, 'total_accepted' | 'instructions'>
  /** Whether the owner lets browsers record attendances. */
  browser_rsvps: boolean
  /** Absent where places are not limited. */
  places_left?: number
}
