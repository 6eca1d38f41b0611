import { v1 } from '../../lib/hal/v1/version.js'
import { getCampaignCalendar } from '../versioned/get-campaign-calendar.js'

export const endpoint = getCampaignCalendar(v1)
