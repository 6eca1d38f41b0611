import { v1 } from '../../lib/hal/v1/version.js'
import { getEventEmbed } from '../versioned/get-event-embed.js'

export const endpoint = getEventEmbed(v1)
