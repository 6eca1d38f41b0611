import type { OsdiEvent } from '../../domain/events/event.js'
import type { Site } from '../../domain/site.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import type { Link } from '../resource.js'

/** Returns the address to which the RSVP form of an event is sent. */
export const rsvpFormLink = ({ publicUrl }: Site, event: string): Link => ({
  href: `${publicUrl}/events/${event}/attendances`,
})

/**
 * Serializes the answer to a visitor's RSVP: the instructions of the event, which are visible after an RSVP (version 2,
 * "Event"). It does not tell whether the person was known.
 */
export const rsvpAnswer = ({ instructions }: Pick<OsdiEvent, 'instructions'>): object => ({
  ...(instructions && { instructions: sanitizeHtml(instructions) }),
})
