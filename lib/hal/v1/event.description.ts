import { maybe } from '../../domain/fields/json-schema.js'
import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { bodyOf, changeOf, heldElsewhere, newOrMatched, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import * as shared from '../shared.description.js'
import { eventFilters, eventVocabulary } from './event.js'
import { person } from './person.description.js'

const event = (site: Site): DocumentSchema => ({
  name: 'Event',
  description: 'Something that people come to, at a time and a place',
  fields: properties(eventVocabulary, site),
  links: {
    self: leadsTo('This event', 'v1/get-event'),
    'osdi:attendance': leadsTo('Who attends: the attendances of the event', 'v1/list-attendance'),
    'osdi:creator': leadsTo('Who made the event', 'v1/get-person'),
    'osdi:organizer': leadsTo('Who organises the event: always its creator', 'v1/get-person'),
    [native(site, 'event_campaign')]: maybe(
      leadsTo('The campaign that it belongs to', 'v1/get-event-campaign'),
    ),
    [native(site, 'embed')]: leadsTo('Snippets that show the event in a web page', 'v1/get-event-embed'),
    [native(site, 'calendar')]: maybe(
      leadsTo('The event as iCalendar, if it has a date', 'v1/get-event-calendar'),
    ),
  },
  embedded: {
    'osdi:creator': maybe({ one: person(site) }),
    'osdi:organizer': maybe({ one: person(site) }),
  },
})

export const eventCollection = (site: Site): DocumentSchema => {
  const at = ['v1/list-events', 'v1/list-campaign-events']
  const { links, ...page } = collectionOf(event(site), 'osdi:events', 'Events, newest first', ...at)
  const calendar = leadsTo('Those around today as iCalendar', 'v1/get-calendar', 'v1/get-campaign-calendar')
  return { ...page, links: { ...links, [native(site, 'calendar')]: calendar } }
}

const table = (site: Site) => bodyOf(eventVocabulary, site)
const tag = 'Events' as const
const conflict = heldElsewhere('an event')

export const eventOperations = (site: Site): Operations => ({
  'v1/list-events': {
    tag,
    summary: 'Lists the events of your key',
    filters: eventFilters(site),
    answer: eventCollection(site),
  },
  'v1/create-event': {
    tag,
    summary: 'Creates an event, or changes the one that holds an identifier',
    body: [
      {
        ...newOrMatched('Event', 'an event', table(site)),
        links: shared.creatorLink('anybody who belongs to the group'),
      },
    ],
    answer: event(site),
    conflict,
  },
  'v1/get-event': { tag, summary: 'Reads an event', validated: true, answer: event(site) },
  'v1/update-event': {
    tag,
    summary: 'Changes what is sent of an event',
    body: [changeOf('Event', 'an event', table(site))],
    supportsIfMatch: true,
    answer: event(site),
    conflict,
  },
  'v1/get-event-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event',
    answer: snippets('Event', 'v1/get-event-embed'),
  },
})
