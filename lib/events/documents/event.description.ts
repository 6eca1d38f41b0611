import { namedFilters } from '../../fields/vocabulary.js'
import { collectionOf } from '../../hal/collection.description.js'
import { snippets } from './embed.description.js'
import { describedLinksOfRooms } from '../../hal/links-of-rooms.js'
import {
  bodyOf,
  changeOf,
  heldElsewhere,
  newOrMatched,
  type Operation,
  type Operations,
} from '../../hal/descriptions/operation.js'
import {
  type Described,
  type DocumentSchema,
  type Links,
  describeDocument,
  describeLinks,
} from '../../hal/descriptions/schema.js'

/** Describes the documents of events in a version. @param own links that only this version has */
export function eventSchema(events: Described, own: Links = {}): DocumentSchema {
  const { attendances } = events.version
  return describeDocument(events, 'Event', 'Something that people come to, at a time and a place', {
    self: ['This event', 'get-event'],
    [`osdi:${attendances}`]: ['The attendances of the event', `list-${attendances}`],
    ...own,
    'osdi:creator': ['The person who made the event', 'get-person'],
    'osdi:organizer': ['The person who organizes the event: always its creator', 'get-person'],
    ':event_campaign?': ['The campaign that it belongs to', 'get-event-campaign'],
    ':embed': ['Snippets that show the event in a web page', 'get-event-embed'],
    ...describedLinksOfRooms('event'),
  })
}

/** The body of a POST of an event. @param creators people who may be designated as its creator */
export const newEvent = (events: Described, creators: string) => ({
  ...newOrMatched('Event', 'an event', bodyOf(events)),
  links: {
    'osdi:creator': {
      description: `The absolute address of a person who shall be the creator: ${creators}. Other people are ignored`,
    },
  },
})

/** Describes the operations on events that every version has. @param event its documents */
export function eventOperations(events: Described, event: DocumentSchema, creators: string): Operations {
  const { vocabulary, site } = events
  const at = events.version.name
  const { links, ...page } = collectionOf(
    event,
    'osdi:events',
    'Events, newest first',
    `${at}/list-events`,
    `${at}/list-campaign-events`,
  )
  const beside = describeLinks(events, describedLinksOfRooms('events'))
  const list = {
    filters: namedFilters<never>(vocabulary, site),
    answer: { ...page, links: { ...links, ...beside } },
  }
  const recorded: Pick<Operation, 'answer' | 'conflict'> = {
    answer: event,
    conflict: heldElsewhere('an event'),
  }
  return {
    [`${at}/list-events`]: { tag: 'Events', summary: 'Lists the events of your key', ...list },
    [`${at}/create-event`]: {
      tag: 'Events',
      summary: 'Creates an event, or changes the one that holds an identifier',
      body: [newEvent(events, creators)],
      ...recorded,
    },
    [`${at}/get-event`]: { tag: 'Events', summary: 'Reads an event', validated: true, answer: event },
    [`${at}/update-event`]: {
      tag: 'Events',
      summary: 'Changes the fields of an event that are sent',
      body: [changeOf('Event', 'an event', bodyOf(events))],
      supportsIfMatch: true,
      ...recorded,
    },
    [`${at}/get-event-embed`]: {
      tag: 'Embeds',
      summary: 'Reads snippets that show an event',
      answer: snippets('Event', `${at}/get-event-embed`),
    },
    [`${at}/list-campaign-events`]: {
      tag: 'Event campaigns',
      summary: 'Lists the events of a campaign',
      ...list,
    },
  }
}
