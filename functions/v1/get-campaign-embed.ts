import { v1 } from '../../lib/hal/v1/version.js'
import { getCampaignEmbed } from '../versioned/get-campaign-embed.js'

export const endpoint = getCampaignEmbed(v1)
