import type { Trace } from '../calls/ledger.js'

/*
 * The names of what writes leave behind. A request notes them in the ledger, and the census counts them in the
 * collections, so both make them here.
 */

/** @param event address of the event, without the host */
export const attendanceTrace = (event: string, contact: string): Trace => ({
  name: `RSVP of ${contact} to ${event}`,
})

export const personTrace = (contact: string): Trace => ({ name: `person ${contact}` })

export const eventTrace = (title: string): Trace => ({ name: `event "${title}"` })

export const identifierTrace = (event: string, identifier: string): Trace => ({
  name: `identifier ${identifier} on ${event}`,
})

export const tagTrace = (tag: string): Trace => ({ name: `tag ${tag}` })

export const taggingTrace = (tag: string, contact: string): Trace => ({ name: `tag ${tag} on ${contact}` })

/** The same, of something that may be there although the request was refused. */
export const surviving = (trace: Trace): Trace => ({ ...trace, survivesRefusal: true })
