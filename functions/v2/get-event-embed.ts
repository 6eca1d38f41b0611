import { v2 } from '../../lib/hal/v2/version.js'
import { getEventEmbed } from '../versioned/get-event-embed.js'

export const endpoint = getEventEmbed(v2)
