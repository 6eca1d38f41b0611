import { v2 } from '../../lib/hal/v2/version.js'
import { getEventCalendar } from '../versioned/get-event-calendar.js'

export const endpoint = getEventCalendar(v2)
