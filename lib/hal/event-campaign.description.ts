import { namedFilters, properties } from '../domain/fields/vocabulary.js'
import { native } from '../domain/site.js'
import { collectionOf } from './collection.description.js'
import { snippets } from './embed.description.js'
import type { Described, Operations } from './operation.js'
import { type DocumentSchema, leadsTo } from './schema.js'

/** Describes the documents of campaigns in a version. */
export const campaignSchema = ({ version: { name: at }, vocabulary, site }: Described): DocumentSchema => ({
  name: 'EventCampaign',
  description: 'A group of events that belong together',
  fields: properties(vocabulary, site),
  links: {
    self: leadsTo('This campaign', `${at}/get-event-campaign`),
    'osdi:events': leadsTo('The events of the campaign', `${at}/list-campaign-events`),
    [native(site, 'embed')]: leadsTo(
      'Snippets that show the campaign in a web page',
      `${at}/get-campaign-embed`,
    ),
    [native(site, 'calendar')]: leadsTo(
      'Its events around today as iCalendar',
      `${at}/get-campaign-calendar`,
    ),
  },
})

/** Describes the operations on campaigns that every version has. See event.description.ts for their events. */
export function campaignOperations(campaigns: Described): Operations {
  const { vocabulary, site } = campaigns
  const at = campaigns.version.name
  const campaign = campaignSchema(campaigns)
  return {
    [`${at}/list-event-campaigns`]: {
      tag: 'Event campaigns',
      summary: 'Lists the event campaigns of your key',
      filters: namedFilters(vocabulary, site),
      answer: collectionOf(
        campaign,
        native(site, 'event_campaigns'),
        'Event campaigns, newest first',
        `${at}/list-event-campaigns`,
      ),
    },
    [`${at}/get-event-campaign`]: {
      tag: 'Event campaigns',
      summary: 'Reads an event campaign',
      validated: true,
      answer: campaign,
    },
    [`${at}/get-campaign-embed`]: {
      tag: 'Embeds',
      summary: 'Reads snippets that show an event campaign',
      answer: snippets('EventCampaign', `${at}/get-campaign-embed`),
    },
  }
}
