import type { Organizer } from '../calendars/icalendar/calendar.js'
import type { OsdiEvent } from '../events/event.js'

/**
 * Returns who organizes the entry of an event in a guest's calendar: its contact, for whom the service writes, or else
 * the service itself; undefined where neither has an address.
 * @param event as its emails name it
 */
export function organizerFor({ contact, sponsor, title }: OsdiEvent, sender: string | undefined) {
  const name = sponsor?.title ?? title
  if (contact?.email_address)
    return { name: contact.name ?? name, address: contact.email_address, ...(sender && { sender }) } satisfies Organizer
  return sender ? ({ name, address: sender } satisfies Organizer) : undefined
}
