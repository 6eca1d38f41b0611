import { v2 } from '../../lib/hal/v2/version.js'
import { getCampaignEmbed } from '../versioned/get-campaign-embed.js'

export const endpoint = getCampaignEmbed(v2)
