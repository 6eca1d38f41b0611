import { namedFilters } from '../../fields/vocabulary.js'
import { native } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import { snippets } from '../../events/documents/embed.description.js'
import { describedLinksOfRooms } from '../../hal/links-of-rooms.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { type Described, type DocumentSchema, describeDocument } from '../../hal/descriptions/schema.js'

/** Describes the documents of campaigns in a version. */
export const campaignSchema = (campaigns: Described): DocumentSchema =>
  describeDocument(campaigns, 'EventCampaign', 'A group of events that belong together', {
    self: ['This campaign', 'get-event-campaign'],
    'osdi:events': ['The events of the campaign', 'list-campaign-events'],
    ':embed': ['Snippets that show the campaign in a web page', 'get-campaign-embed'],
    ...describedLinksOfRooms('campaign'),
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
