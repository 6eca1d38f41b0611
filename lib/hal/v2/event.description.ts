import { maybe } from '../../domain/fields/json-schema.js'
import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import {
  bodyOf,
  type BodySchema,
  changeOf,
  heldElsewhere,
  newOrMatched,
  type Operations,
} from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import * as shared from '../shared.description.js'
import { eventFilters, eventVocabulary } from './event.js'

const event = (site: Site): DocumentSchema => ({
  name: 'Event',
  description: 'Something that people come to, at a time and a place',
  fields: properties(eventVocabulary, site),
  links: {
    self: leadsTo('This event', 'v2/get-event'),
    'osdi:attendances': leadsTo('Who attends: the attendances of the event', 'v2/list-attendances'),
    'osdi:record_attendance_helper': leadsTo(
      'Where a person and their attendance are recorded at once',
      'v2/create-attendance',
    ),
    'osdi:creator': leadsTo('Who made the event', 'v2/get-person'),
    'osdi:organizer': leadsTo('Who organises the event: always its creator', 'v2/get-person'),
    [native(site, 'event_campaign')]: maybe(
      leadsTo('The campaign that it belongs to', 'v2/get-event-campaign'),
    ),
    [native(site, 'embed')]: leadsTo('Snippets that show the event in a web page', 'v2/get-event-embed'),
    [native(site, 'calendar')]: maybe(
      leadsTo('The event as iCalendar, if it has a date', 'v2/get-event-calendar'),
    ),
  },
})

const eventCollection = (site: Site): DocumentSchema => {
  const at = ['v2/list-events', 'v2/list-campaign-events']
  const { links, ...page } = collectionOf(event(site), 'osdi:events', 'Events, newest first', ...at)
  const calendar = leadsTo('Those around today as iCalendar', 'v2/get-calendar', 'v2/get-campaign-calendar')
  return { ...page, links: { ...links, [native(site, 'calendar')]: calendar } }
}

const table = (site: Site) => bodyOf(eventVocabulary, site)

const newEvent = (site: Site): BodySchema => ({
  ...newOrMatched('Event', 'an event', table(site)),
  links: shared.creatorLink('the creator, an administrator or an organizer of the group'),
})

const conflict = heldElsewhere('an event')

export const eventOperations = (site: Site): Operations => ({
  'v2/list-events': {
    tag: 'Events',
    summary: 'Lists the events of your key',
    filters: eventFilters(site),
    answer: eventCollection(site),
  },
  'v2/create-event': {
    tag: 'Events',
    summary: 'Creates an event, or changes the one that holds an identifier',
    body: [newEvent(site)],
    answer: event(site),
    conflict,
  },
  'v2/get-event': { tag: 'Events', summary: 'Reads an event', validated: true, answer: event(site) },
  'v2/update-event': {
    tag: 'Events',
    summary: 'Changes what is sent of an event',
    body: [changeOf('Event', 'an event', table(site))],
    supportsIfMatch: true,
    answer: event(site),
    conflict,
  },
  'v2/get-event-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event',
    answer: snippets('Event', 'v2/get-event-embed'),
  },
  'v2/list-campaign-events': {
    tag: 'Event campaigns',
    summary: 'Lists the events of a campaign',
    filters: eventFilters(site),
    answer: eventCollection(site),
  },
  'v2/create-campaign-event': {
    tag: 'Event campaigns',
    summary: 'Creates an event in a campaign, or changes the one that holds an identifier',
    body: [newEvent(site)],
    answer: event(site),
    conflict,
  },
})
