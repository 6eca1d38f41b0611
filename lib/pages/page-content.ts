import type { OwnerSettings } from '../access/owner-settings.js'
import type { OsdiEvent, Uncounted } from '../events/event.js'

/** The content of an event's page. */
export interface PageContent {
  /** Its public fields: without attendees, and without instructions, which are for attendees only. */
  event: Omit<Uncounted<OsdiEvent>, 'instructions'>
  settings: OwnerSettings
  /** Whether the owner lets browsers record attendances. */
  browser_rsvps: boolean
  /** Absent where seats are not limited. */
  places_left?: number
  /** People who come, rounded down, where the owner shows it. */
  people_coming?: number
}

/** A page in a frame of another one, whose policy it has. */
export interface FramedPage {
  document: string
  /** The sources of its styles, which that policy must name. */
  styleSources: string
}
