import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { campaignFilters, campaignVocabulary } from './event-campaign.js'
import { eventCollection } from './event.description.js'
import { eventFilters } from './event.js'

const campaign = (site: Site): DocumentSchema => ({
  name: 'EventCampaign',
  description: 'A group of events that belong together',
  fields: properties(campaignVocabulary, site),
  links: {
    self: leadsTo('This campaign', 'v1/get-event-campaign'),
    'osdi:events': leadsTo('The events of the campaign', 'v1/list-campaign-events'),
    [native(site, 'embed')]: leadsTo(
      'Snippets that show the campaign in a web page',
      'v1/get-campaign-embed',
    ),
    [native(site, 'calendar')]: leadsTo('Its events around today as iCalendar', 'v1/get-campaign-calendar'),
  },
})

const collection = (site: Site) =>
  collectionOf(
    campaign(site),
    native(site, 'event_campaigns'),
    'Event campaigns, newest first',
    'v1/list-event-campaigns',
  )
const tag = 'Event campaigns' as const

export const campaignOperations = (site: Site): Operations => ({
  'v1/list-event-campaigns': {
    tag,
    summary: 'Lists the event campaigns of your key',
    filters: campaignFilters(site),
    answer: collection(site),
  },
  'v1/get-event-campaign': {
    tag,
    summary: 'Reads an event campaign',
    validated: true,
    answer: campaign(site),
  },
  'v1/list-campaign-events': {
    tag,
    summary: 'Lists the events of a campaign',
    filters: eventFilters(site),
    answer: eventCollection(site),
  },
  'v1/get-campaign-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event campaign',
    answer: snippets('EventCampaign', 'v1/get-campaign-embed'),
  },
})
