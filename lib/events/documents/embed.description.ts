import { EVENT_STATES } from '../event-state.js'
import { count, flag, listOf, maybe, object, string } from '../../fields/json-schema.js'
import { properties } from '../../fields/vocabulary.js'
import { rsvpFormFields } from '../../visitors/rsvp-form-fields.js'
import { type Site, native } from '../../runtime/site.js'
import type { BodySchema, Operations } from '../../hal/descriptions/operation.js'
import { pageVocabulary } from '../../pages/documents/public-event.js'
import { termsSchema } from '../../visitors/documents/terms.description.js'
import { type DocumentSchema, leadsTo, schemaOf } from '../../hal/descriptions/schema.js'

const LEVELS = {
  default_styles: 'with colours, type and spacing',
  layout_only_styles: 'with layout alone, in the type and colours of the page',
  no_styles: 'without styles',
}

/** Describes the snippets of a version for the resource of an endpoint. */
export const snippets = (what: string, endpoint: string): DocumentSchema => ({
  name: `${what}Embed`,
  description: `HTML to paste into a web page, which shows the ${what.toLowerCase()} there`,
  fields: Object.fromEntries(
    ['standard', 'full'].flatMap((view) =>
      Object.entries(LEVELS).map(([level, means]) => [
        `embed_${view}_${level}`,
        string(`${view === 'full' ? 'With the description' : 'Compact'}, ${means}`),
      ]),
    ),
  ),
  links: { self: leadsTo('These snippets', endpoint) },
})

/** The public fields of an event, with its address but without coordinates. */
const { description: _html, location, status = {}, ...pageProperties } = properties(pageVocabulary)
const { location: _point, language: _language, ...address } = location?.properties ?? {}
const event = {
  ...pageProperties,
  status: maybe({ ...status, description: 'Present when the event is cancelled' }),
  location: object(
    'The location',
    Object.fromEntries(Object.entries(address).map(([name, each]) => [name, maybe(each)])),
  ),
}
const description = maybe(string('Sanitised HTML'))
const colour = maybe(string('The colour that the owner has chosen, as `#2b4fd6`'))

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
    ...spoken,
    description,
    colour,
    state: string('Whether people can come', { enum: EVENT_STATES }),
    places_left: maybe(count('Number of people who may still come, if places are limited')),
    waitlist: maybe(flag('True where the full event has a waiting list')),
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
    [native(site, 'rsvp_form')]: maybe(
      leadsTo('The address that takes the RSVPs of visitors', 'pages/record-attendance'),
    ),
    'osdi:record_attendance_helper': maybe(
      leadsTo('The address that takes forms of earlier releases; deprecated', 'v2/create-attendance'),
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
    colour,
    ...spoken,
    events: listOf(
      schemaOf({
        name: 'ShownEvent',
        description: 'An event',
        fields: event,
        links: { self: leadsTo('The event', 'embed/get-event') },
      }),
      'Upcoming events among the newest, or else the newest; at most 10',
    ),
  },
  links: { self: leadsTo('This document', 'embed/get-event-campaign') },
}

/** The RSVP form, by the names of its inputs. */
const rsvpForm: BodySchema = {
  name: 'RsvpForm',
  description: 'The entries of a visitor',
  purpose: 'create',
  fields: rsvpFormFields,
  meaning: {
    given_name: string('Given name'),
    family_name: string('Family name'),
    email: string('The email address, by which the person is found'),
    phone: string('A phone number'),
    postal_code: string('Postal code of the home'),
    guests: count('Number of guests that the visitor brings, if the event takes guests'),
    consent: string('The id of the terms that the form showed'),
    opt_in: string('Any value, where the box was ticked'),
    source: string('The source of the visit: `source` in the address of the page that has the form'),
  },
}

export const rsvpDocument = (site: Site): DocumentSchema => ({
  name: 'Rsvp',
  description: 'The answer to a visitor who comes. It does not tell whether the person was known',
  fields: {
    [native(site, 'standing')]: string(
      'Whether the visitor has a place, as far as a new visitor would have one',
      {
        enum: ['place', 'waiting_list'],
      },
    ),
    instructions: maybe(string('Sanitised HTML for attendees; by mail where people can wait')),
  },
  links: {},
})

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
  'pages/record-attendance': {
    tag: 'Embeds',
    summary: 'Takes the RSVP form of an event',
    form: rsvpForm,
    formExample: { email: 'ana@example.org', given_name: 'Ana', family_name: 'Ruiz', postal_code: '62701' },
    answer: rsvpDocument(site),
    conflict: 'The event is full',
  },
})
