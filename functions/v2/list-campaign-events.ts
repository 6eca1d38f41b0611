import { eventFilters, eventCollection } from '../../lib/hal/v2/events/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noPeople } from '../versioned/embedded-people.js'
import { listCampaignEvents } from '../versioned/list-campaign-events.js'

export const endpoint = listCampaignEvents(v2, { eventFilters, eventCollection, findEmbedded: noPeople })
