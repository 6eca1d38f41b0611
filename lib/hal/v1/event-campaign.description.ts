import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { native } from '../links.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, count, leadsTo, maybe, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { eventCollection, sponsor } from './event.description.js'
import { campaignFilters, eventFilters } from './filters.js'

const campaign = (): DocumentSchema => ({
  name: 'EventCampaign',
  description: 'A group of events that belong together',
  fields: {
    identifiers: shared.identifiers,
    originating_system: shared.originSystem,
    created_at: shared.createdDate,
    modified_at: shared.modifiedDate,
    summary: string('The public title'),
    description: maybe(shared.html('What it is')),
    host_pitch: maybe(shared.html('For people who might host an event')),
    host_instructions: maybe(shared.html('For people who host an event')),
    url: maybe(string('A page about it')),
    host_url: maybe(string('A page for people who want to host')),
    total_events: count('Number of its events'),
    total_rsvps: count('Number of the attendances of all its events'),
    [native('sponsor')]: maybe(sponsor()),
  },
  links: {
    self: leadsTo('This campaign', 'v1/get-event-campaign'),
    'osdi:events': leadsTo('The events of the campaign', 'v1/list-campaign-events'),
    [native('embed')]: leadsTo('Snippets that show the campaign in a web page', 'v1/get-campaign-embed'),
    [native('calendar')]: leadsTo('Its events around today as iCalendar', 'v1/get-campaign-calendar'),
  },
})

const collection = () =>
  collectionOf(
    campaign(),
    native('event_campaigns'),
    'Event campaigns, newest first',
    'v1/list-event-campaigns',
  )
const tag = 'Event campaigns' as const

export const campaignOperations = (): Operations => ({
  'v1/list-event-campaigns': {
    tag,
    summary: 'Lists the event campaigns of your key',
    filters: campaignFilters(),
    answer: collection(),
  },
  'v1/get-event-campaign': {
    tag,
    summary: 'Reads an event campaign',
    validated: true,
    answer: campaign(),
  },
  'v1/list-campaign-events': {
    tag,
    summary: 'Lists the events of a campaign',
    filters: eventFilters(),
    answer: eventCollection(),
  },
  'v1/get-campaign-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event campaign',
    answer: snippets('EventCampaign', 'v1/get-campaign-embed'),
  },
})
