import type { OsdiEvent } from '../event.js'
import type { Person } from '../../people/person.js'
import type { Serializer, PageSerializer } from '../../hal/document.js'
import type { Paths } from '../../hal/links.js'
import { pathsOfRooms } from '../../hal/links-of-rooms.js'
import type { ApiVersion } from '../../hal/version.js'

/** People by id. A person who is missing here is linked but not embedded. */
export type People = ReadonlyMap<string, Person>

/** Serializers of events. Version 1 embeds people. */
export type EventResource = Serializer<OsdiEvent, [People]>
export type EventCollection = PageSerializer<OsdiEvent, [People]>

/** Returns the paths of the links of an event. @param own links that only one version has */
export function eventPaths({ attendances }: ApiVersion, event: OsdiEvent, own: Record<string, string> = {}): Paths {
  const self = `events/${event.id}`
  return {
    self,
    [`osdi:${attendances}`]: `${self}/${attendances}`,
    ...own,
    'osdi:creator': `people/${event.creator}`,
    'osdi:organizer': `people/${event.organizer}`,
    ':event_campaign': event.event_campaign_id && `event_campaigns/${event.event_campaign_id}`,
    ':embed': `${self}/embed`,
    ...pathsOfRooms('event', self, event),
  }
}

export const eventPages = {
  at: 'events',
  rel: 'osdi:events',
  beside: (within: string) => pathsOfRooms('events', within),
}
