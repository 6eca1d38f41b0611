import type { OwnerSettings } from '../access/owner-settings.js'
import type { OsdiEvent } from './event.js'
import { originPolicy } from './origin.js'

/**
 * Whether anybody may RSVP without a key, by a form: the page and the embeds of an event have one. The owner says so in
 * its settings; else it follows from the origin of the event.
 */
export const takesRsvps = ({ browser_rsvps }: OwnerSettings, event: Pick<OsdiEvent, 'origin'>): boolean =>
  browser_rsvps ?? originPolicy(event).rsvp_form
