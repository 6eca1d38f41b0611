import { v2 } from '../../lib/hal/v2/version.js'
import { getCampaignCalendar } from '../versioned/get-campaign-calendar.js'

export const endpoint = getCampaignCalendar(v2)
