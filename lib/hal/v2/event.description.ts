import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { native } from '../links.js'
import { type BodySchema, type Operations, changeOf, heldElsewhere, newOrMatched } from '../operation.js'
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
import { eventFilters } from './filters.js'

const wallClock = (what: string) =>
  dateTime(`${what}, as the clock at the venue shows it: the \`Z\` is nominal. An offset makes it an instant`)

export const event = (): DocumentSchema => ({
  name: 'Event',
  description: 'Something that people come to, at a time and a place',
  fields: {
    identifiers: shared.identifiers,
    origin_system: shared.originSystem,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
    name: maybe(string('The title among organisers')),
    title: string('The public title'),
    description: maybe(shared.html('What it is')),
    instructions: maybe(shared.html('For people who attend')),
    browser_url: maybe(string('A page about it')),
    featured_image_url: maybe(string('Its banner')),
    start_date: maybe(wallClock('When it starts')),
    end_date: maybe(wallClock('When it ends')),
    timezone_identifier: maybe(
      string(
        'The time zone of the wall clocks: that of the location where it is known, or the one that was sent',
      ),
    ),
    [native('start_date_utc')]: maybe(dateTime('When it starts, in UTC')),
    [native('end_date_utc')]: maybe(dateTime('When it ends, in UTC')),
    location: shared.location,
    total_accepted: count('Number of its attendances; exact, but for a second or two of a rush'),
    [native('event_campaign_id')]: maybe(uuid('The campaign that it was created in')),
    ...shared.constants,
    guests_can_invite_others: flag('Always true'),
    capacity: maybe(count('How many may attend; set in the organiser’s own interface only')),
    [native('hidden')]: flag('Whether the organiser’s interface hides it'),
    reminders: shared.reminders,
    [native('sponsor')]: maybe(
      object('The group that it belongs to', {
        title: string('Name of the group'),
        browser_url: maybe(string('Its public page')),
      }),
    ),
  },
  links: {
    self: leadsTo('This event', 'v2/get-event'),
    'osdi:attendances': leadsTo('Who attends: the attendances of the event', 'v2/list-attendances'),
    'osdi:record_attendance_helper': leadsTo(
      'Where a person and their attendance are recorded at once',
      'v2/create-attendance',
    ),
    'osdi:creator': leadsTo('Who made the event', 'v2/get-person'),
    'osdi:organizer': leadsTo('Who organises the event: always its creator', 'v2/get-person'),
    [native('event_campaign')]: maybe(leadsTo('The campaign that it belongs to', 'v2/get-event-campaign')),
    [native('embed')]: leadsTo('Snippets that show the event in a web page', 'v2/get-event-embed'),
    [native('calendar')]: maybe(leadsTo('The event as iCalendar, if it has a date', 'v2/get-event-calendar')),
  },
})

export const eventCollection = (): DocumentSchema => {
  const at = ['v2/list-events', 'v2/list-campaign-events']
  const { links, ...page } = collectionOf(event(), 'osdi:events', 'Events, newest first', ...at)
  const calendar = leadsTo('Those around today as iCalendar', 'v2/get-calendar', 'v2/get-campaign-calendar')
  return { ...page, links: { ...links, [native('calendar')]: calendar } }
}

const table = () => ({ fields: eventFields, meaning: event().fields })

const newEvent = (): BodySchema => ({
  ...newOrMatched('Event', 'an event', table()),
  links: shared.creatorLink('the creator, an administrator or an organizer of the group'),
})

const conflict = heldElsewhere('an event')

export const eventOperations = (): Operations => ({
  'v2/list-events': {
    tag: 'Events',
    summary: 'Lists the events of your key',
    filters: eventFilters(),
    answer: eventCollection(),
  },
  'v2/create-event': {
    tag: 'Events',
    summary: 'Creates an event, or changes the one that holds an identifier',
    body: [newEvent()],
    answer: event(),
    conflict,
  },
  'v2/get-event': { tag: 'Events', summary: 'Reads an event', validated: true, answer: event() },
  'v2/update-event': {
    tag: 'Events',
    summary: 'Changes what is sent of an event',
    body: [changeOf('Event', 'an event', table())],
    expectable: true,
    answer: event(),
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
    filters: eventFilters(),
    answer: eventCollection(),
  },
  'v2/create-campaign-event': {
    tag: 'Event campaigns',
    summary: 'Creates an event in a campaign, or changes the one that holds an identifier',
    body: [newEvent()],
    answer: event(),
    conflict,
  },
})
