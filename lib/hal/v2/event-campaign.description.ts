import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { snippets } from '../embed.description.js'
import { bodyOf, changeOf, heldElsewhere, newOrMatched, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { campaignFilters, campaignVocabulary } from './event-campaign.js'

const campaign = (site: Site): DocumentSchema => ({
  name: 'EventCampaign',
  description: 'A group of events that belong together',
  fields: properties(campaignVocabulary, site),
  links: {
    self: leadsTo('This campaign', 'v2/get-event-campaign'),
    'osdi:events': leadsTo('The events of the campaign', 'v2/list-campaign-events'),
    [native(site, 'embed')]: leadsTo(
      'Snippets that show the campaign in a web page',
      'v2/get-campaign-embed',
    ),
    [native(site, 'calendar')]: leadsTo('Its events around today as iCalendar', 'v2/get-campaign-calendar'),
  },
})

const collection = (site: Site) =>
  collectionOf(
    campaign(site),
    native(site, 'event_campaigns'),
    'Event campaigns, newest first',
    'v2/list-event-campaigns',
  )

const table = (site: Site) => bodyOf(campaignVocabulary, site)
const tag = 'Event campaigns' as const
const conflict = heldElsewhere('a campaign')

export const campaignOperations = (site: Site): Operations => ({
  'v2/list-event-campaigns': {
    tag,
    summary: 'Lists the event campaigns of your key',
    filters: campaignFilters(site),
    answer: collection(site),
  },
  'v2/create-event-campaign': {
    tag,
    summary: 'Creates an event campaign, or changes the one that holds an identifier',
    description: 'Campaigns belong to groups: the key of an individual account is refused with 400.',
    body: [newOrMatched('EventCampaign', 'a campaign', table(site))],
    answer: campaign(site),
    conflict,
  },
  'v2/get-event-campaign': {
    tag,
    summary: 'Reads an event campaign',
    validated: true,
    answer: campaign(site),
  },
  'v2/update-event-campaign': {
    tag,
    summary: 'Changes what is sent of an event campaign',
    body: [changeOf('EventCampaign', 'a campaign', table(site))],
    supportsIfMatch: true,
    answer: campaign(site),
    conflict,
  },
  'v2/get-campaign-embed': {
    tag: 'Embeds',
    summary: 'Reads snippets that show an event campaign',
    answer: snippets('EventCampaign', 'v2/get-campaign-embed'),
  },
})
