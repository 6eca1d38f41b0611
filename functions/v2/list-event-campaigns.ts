import { campaignFilters, campaignCollection } from '../../lib/hal/v2/campaigns/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { listEventCampaigns } from '../versioned/list-event-campaigns.js'

export const endpoint = listEventCampaigns(v2, { campaignFilters, campaignCollection })
