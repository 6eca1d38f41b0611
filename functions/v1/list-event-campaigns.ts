import { campaignFilters, campaignCollection } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { listEventCampaigns } from '../versioned/list-event-campaigns.js'

export const endpoint = listEventCampaigns(v1, { campaignFilters, campaignCollection })
