import { campaignResource } from '../../lib/hal/v2/campaigns/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { getEventCampaign } from '../versioned/get-event-campaign.js'

export const endpoint = getEventCampaign(v2, campaignResource)
