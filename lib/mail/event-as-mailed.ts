import { isLookedAt } from '../events/looked-at.js'
import type { OsdiEvent } from '../events/event.js'
import type { Location } from '../locations/location.js'
import { withoutLinks } from './strangers-text.js'

/**
 * Returns an event as emails tell of it. Anybody can have mails about an event sent to any mailbox, by its form: where
 * nobody on the team has looked at what a supporter typed, nothing of it is a link, or becomes one. How to join, and
 * who answers questions, stand on the page of an RSVP.
 */
export function eventAsMailed(event: OsdiEvent): OsdiEvent {
  if (isLookedAt(event)) return event
  const { description: _text, instructions: _join, contact: _asked, accessibility, location, ...others } = event
  const { notes, ...access } = accessibility ?? {}
  return {
    ...others,
    title: withoutLinks(event.title),
    ...(location && { location: locationAsMailed(location) }),
    ...(accessibility && { accessibility: { ...access, ...(notes && { notes: withoutLinks(notes) }) } }),
  }
}

function locationAsMailed({ venue, address_lines, locality, region, postal_code, ...others }: Location): Location {
  const lines = Object.entries({ venue, locality, region }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, withoutLinks(text)]],
  )
  return {
    ...others,
    ...(Object.fromEntries(lines) as Pick<Location, 'venue' | 'locality' | 'region'>),
    ...(address_lines && { address_lines: address_lines.map(withoutLinks) }),
    // One of nine digits is not a number to call.
    ...(postal_code && /^[\p{L}\d -]{1,10}$/u.test(postal_code) && { postal_code }),
  }
}
