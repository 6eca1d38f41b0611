import { eventFilters, eventCollection } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { creatorsAndOrganizers } from '../versioned/embedded-people.js'
import { listCampaignEvents } from '../versioned/list-campaign-events.js'

export const endpoint = listCampaignEvents(v1, {
  eventFilters,
  eventCollection,
  findEmbedded: creatorsAndOrganizers,
})
