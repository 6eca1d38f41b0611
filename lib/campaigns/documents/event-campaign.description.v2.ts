import type { Site } from '../../runtime/site.js'
import * as shared from './event-campaign.description.js'
import {
  bodyOf,
  changeOf,
  heldElsewhere,
  newOrMatched,
  type Operation,
  type Operations,
} from '../../hal/descriptions/operation.js'
import { campaignVocabulary } from './event-campaign.v2.js'
import { v2 } from '../../hal/v2/version.js'

export function campaignOperations(site: Site): Operations {
  const campaigns = { version: v2, vocabulary: campaignVocabulary, site }
  const table = bodyOf(campaigns)
  const recorded: Pick<Operation, 'tag' | 'answer' | 'conflict'> = {
    tag: 'Event campaigns',
    answer: shared.campaignSchema(campaigns),
    conflict: heldElsewhere('a campaign'),
  }
  return {
    ...shared.campaignOperations(campaigns),
    'v2/create-event-campaign': {
      ...recorded,
      summary: 'Creates an event campaign, or changes the one that holds an identifier',
      description: 'Campaigns belong to groups: the key of an individual account is refused with 400.',
      body: [newOrMatched('EventCampaign', 'a campaign', table)],
    },
    'v2/update-event-campaign': {
      ...recorded,
      summary: 'Changes the fields of an event campaign that are sent',
      body: [changeOf('EventCampaign', 'a campaign', table)],
      supportsIfMatch: true,
    },
  }
}
