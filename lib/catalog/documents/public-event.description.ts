import { EVENT_STATES } from '../../events/event-state.js'
import { count, flag, listOf, maybe, object, string } from '../../fields/json-schema.js'
import { properties } from '../../fields/vocabulary.js'
import { type Site, native } from '../../runtime/site.js'
import { linksOfRooms } from '../../hal/links-of-rooms.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { termsSchema } from '../../visitors/documents/rsvp.description.js'
import { type DocumentSchema, leadsTo, schemaOf } from '../../hal/descriptions/schema.js'
import { pageVocabulary } from './public-event.js'

/** The public fields of an event, with its address but without coordinates. */
const { description: _html, location, status = {}, ...pageProperties } = properties(pageVocabulary)
const { location: _point, language: _language, ...address } = location?.properties ?? {}
const event = {
  ...pageProperties,
  status: maybe({ ...status, description: 'Present when the event is canceled' }),
  location: object(
    'The location',
    Object.fromEntries(Object.entries(address).map(([name, each]) => [name, maybe(each)])),
  ),
}
const where = maybe(
  string('The location in one line, as its country writes addresses; `Online` where it is nowhere else'),
)
const description = maybe(string('Sanitized HTML'))
const color = maybe(string('The color that the owner has chosen, as `#2b4fd6`'))

/** The language of what the widget shows. */
const spoken = {
  language: string('The language of the event; dates and numbers are written in it'),
  direction: string('The direction of this language', { enum: ['ltr', 'rtl'] }),
  texts_language: string('The language of the texts'),
  texts: {
    type: 'object',
    description: 'The texts of the widget by name: texts, or objects of texts by the categories of numbers',
  },
}

const publicEvent = (site: Site): DocumentSchema => ({
  name: 'PublicEvent',
  description: 'The public part of an event',
  fields: {
    ...event,
    where,
    ...spoken,
    description,
    color,
    kind_text: maybe(string('The kind, in the language of the texts')),
    accessibility_text: maybe(string('What the place has, with the notes about it, in the language of the texts')),
    state: string('Whether people can come', { enum: EVENT_STATES }),
    places_left: maybe(count('Number of people who may still come, if seats are limited')),
    waitlist: maybe(flag('True where the full event has a waiting list')),
    approval: maybe(flag('True where people ask to come, and the organizer approves each')),
    max_guests: maybe(count('The most guests that a visitor may bring, if the event takes guests')),
    add_to_calendar: maybe(
      object('Addresses that add the event to a calendar', {
        google: string('To Google Calendar'),
        outlook: string('To Outlook'),
        icalendar: string('A calendar file'),
      }),
    ),
    browser_rsvps: flag('Whether browsers may send RSVPs without a key'),
    consent: maybe(termsSchema),
  },
  links: {
    self: leadsTo('This document', 'embed/get-event'),
    ...Object.fromEntries(
      linksOfRooms('public event').map(([rel, { what, endpoints }]) => [
        native(site, rel.slice(1)),
        maybe(leadsTo(what, ...endpoints)),
      ]),
    ),
    'osdi:record_attendance_helper': maybe(
      leadsTo('The address that takes forms in JSON; deprecated', 'v2/create-attendance'),
    ),
  },
})

const publicCampaign: DocumentSchema = {
  name: 'PublicCampaign',
  description: 'The public part of an event campaign',
  fields: {
    title: string('The public title'),
    browser_url: maybe(string('A page about it')),
    description,
    color,
    ...spoken,
    events: listOf(
      schemaOf({
        name: 'ShownEvent',
        description: 'An event',
        fields: { ...event, where },
        links: { self: leadsTo('The event', 'embed/get-event') },
      }),
      'Upcoming events among the newest, or else the newest; at most 10',
    ),
  },
  links: { self: leadsTo('This document', 'embed/get-event-campaign') },
}

/** The operations of embeds that are read. */
export const embedOperations = (site: Site): Operations => ({
  'embed/get-event': {
    tag: 'Embeds',
    summary: 'Reads the data of the embed of an event',
    answer: publicEvent(site),
  },
  'embed/get-event-campaign': {
    tag: 'Embeds',
    summary: 'Reads the data of the embed of an event campaign',
    answer: publicCampaign,
  },
  'embed/get-asset': {
    tag: 'Embeds',
    summary: 'Loads a script, a stylesheet or a drawing of embeds and pages',
    answer: {
      mediaType: 'text/javascript',
      otherTypes: ['text/css', 'image/svg+xml'],
      description: 'The script, the stylesheet or the drawing',
    },
  },
})
