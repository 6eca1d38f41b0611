import { v1 } from '../../lib/hal/v1/version.js'
import { getEventCalendar } from '../versioned/get-event-calendar.js'

export const endpoint = getEventCalendar(v1)
