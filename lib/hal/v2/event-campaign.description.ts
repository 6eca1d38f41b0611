import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { native } from '../links.js'
import { type Operations, changeOf, heldElsewhere, newOrMatched } from '../operation.js'
import { type DocumentSchema, count, flag, leadsTo, maybe, object, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { campaignFields } from './event-campaign.js'
import { campaignFilters } from './filters.js'

export const campaign = (): DocumentSchema => ({
  name: 'EventCampaign',
  description: 'A group of events that belong together',
  fields: {
    identifiers: shared.identifiers,
    origin_system: shared.originSystem,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
    name: maybe(string('The title among organisers')),
    title: string('The public title'),
    description: maybe(shared.html('What it is')),
    host_pitch: maybe(shared.html('For people who might host an event')),
    host_instructions: maybe(shared.html('For people who host an event')),
    browser_url: maybe(string('A page about it')),
    host_url: maybe(string('A page for people who want to host')),
    featured_image_url: maybe(string('Its banner')),
    total_events: count('Number of its events'),
    total_rsvps: count('Number of the attendances of all its events'),
    [native('hidden')]: flag('Whether the organiser’s interface hides it'),
    [native('sponsor')]: maybe(
      object('The group that it belongs to', {
        title: string('Name of the group'),
        url: maybe(string('Its public page')),
      }),
    ),
  },
  links: {
    self: leadsTo('This campaign', 'v2/get-event-campaign'),
    'osdi:events': leadsTo('The events of the campaign', 'v2/list-campaign-events'),
    [native('embed')]: leadsTo('Snippets that show the campaign in a web page', 'v2/get-campaign-embed'),
    [native('calendar')]: leadsTo('Its events around today as iCalendar', 'v2/get-campaign-calendar'),
  },
})

const collection = () =>
  collectionOf(
    campaign(),
    native('event_campaigns'),
    'Event campaigns, newest first',
    'v2/list-event-campaigns',
  )

const table = () => ({
  fields: campaignFields,
  meaning: campaign().fields,
})
const tag = 'Event campaigns' as const
const conflict = heldElsewhere('a campaign')

export const campaignOperations = (): Operations => ({
  'v2/list-event-campaigns': {
    tag,
    summary: 'Lists the event campaigns of your key',
    filters: campaignFilters(),
    answer: collection(),
  },
  'v2/create-event-campaign': {
    tag,
    summary: 'Creates an event campaign, or changes the one that holds an identifier',
    description: 'Campaigns belong to groups: the key of an individual account is refused with 400.',
    body: [newOrMatched('EventCampaign', 'a campaign', table())],
    answer: campaign(),
    conflict,
  },
  'v2/get-event-campaign': {
    tag,
    summary: 'Reads an event campaign',
    validated: true,
    answer: campaign(),
  },
  'v2/update-event-campaign': {
    tag,
    summary: 'Changes what is sent of an event campaign',
    body: [changeOf('EventCampaign', 'a campaign', table())],
    expectable: true,
    answer: campaign(),
    conflict,
  },
  'v2/get-campaign-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event campaign',
    answer: snippets('EventCampaign', 'v2/get-campaign-embed'),
  },
})
