import { campaignResource } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { getEventCampaign } from '../versioned/get-event-campaign.js'

export const endpoint = getEventCampaign(v1, campaignResource)
