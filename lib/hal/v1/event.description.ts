import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { native } from '../links.js'
import { type Operations, changeOf, heldElsewhere, newOrMatched } from '../operation.js'
import {
  type DocumentSchema,
  count,
  dateTime,
  flag,
  leadsTo,
  maybe,
  object,
  string,
  uuid,
} from '../schema.js'
import * as shared from '../shared.description.js'
import { eventFields } from './event.js'
import { person } from './person.description.js'
import { eventFilters } from './filters.js'

export const event = (): DocumentSchema => ({
  name: 'Event',
  description: 'Something that people come to, at a time and a place',
  fields: {
    identifiers: shared.identifiers,
    originating_system: shared.originSystem,
    created_at: shared.createdDate,
    modified_at: shared.modifiedDate,
    summary: string('The public title'),
    description: maybe(shared.html('What it is')),
    [native('event_instructions')]: maybe(shared.html('For people who attend')),
    url: maybe(string('A page about it; of events of the organiser’s own interface only')),
    start: maybe(
      dateTime(
        'When it starts, as the clock at the venue shows it: the `Z` is nominal. An offset makes it an instant',
      ),
    ),
    location: shared.location,
    total_accepted: count('Number of its attendances; exact, but for a second or two of a rush'),
    [native('event_campaign_id')]: maybe(uuid('The campaign that it was created in')),
    ...shared.constants,
    guestsCanInviteOthers: flag('Always true'),
    reminders: shared.reminders,
    [native('sponsor')]: maybe(sponsor()),
  },
  links: {
    self: leadsTo('This event', 'v1/get-event'),
    'osdi:attendance': leadsTo('Who attends: the attendances of the event', 'v1/list-attendance'),
    'osdi:creator': leadsTo('Who made the event', 'v1/get-person'),
    'osdi:organizer': leadsTo('Who organises the event: always its creator', 'v1/get-person'),
    [native('event_campaign')]: maybe(leadsTo('The campaign that it belongs to', 'v1/get-event-campaign')),
    [native('embed')]: leadsTo('Snippets that show the event in a web page', 'v1/get-event-embed'),
    [native('calendar')]: maybe(leadsTo('The event as iCalendar, if it has a date', 'v1/get-event-calendar')),
  },
  embedded: {
    'osdi:creator': maybe({ one: person() }),
    'osdi:organizer': maybe({ one: person() }),
  },
})

export const sponsor = () =>
  object('The group that it belongs to', {
    summary: string('Name of the group'),
    url: maybe(string('Its public page')),
  })

export const eventCollection = (): DocumentSchema => {
  const at = ['v1/list-events', 'v1/list-campaign-events']
  const { links, ...page } = collectionOf(event(), 'osdi:events', 'Events, newest first', ...at)
  const calendar = leadsTo('Those around today as iCalendar', 'v1/get-calendar', 'v1/get-campaign-calendar')
  return { ...page, links: { ...links, [native('calendar')]: calendar } }
}

const table = () => ({
  fields: eventFields(),
  meaning: event().fields,
})
const tag = 'Events' as const
const conflict = heldElsewhere('an event')

export const eventOperations = (): Operations => ({
  'v1/list-events': {
    tag,
    summary: 'Lists the events of your key',
    filters: eventFilters(),
    answer: eventCollection(),
  },
  'v1/create-event': {
    tag,
    summary: 'Creates an event, or changes the one that holds an identifier',
    body: [
      {
        ...newOrMatched('Event', 'an event', table()),
        links: shared.creatorLink('anybody who belongs to the group'),
      },
    ],
    answer: event(),
    conflict,
  },
  'v1/get-event': { tag, summary: 'Reads an event', validated: true, answer: event() },
  'v1/update-event': {
    tag,
    summary: 'Changes what is sent of an event',
    body: [changeOf('Event', 'an event', table())],
    expectable: true,
    answer: event(),
    conflict,
  },
  'v1/get-event-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event',
    answer: snippets('Event', 'v1/get-event-embed'),
  },
})
