import { v2 } from '../../lib/hal/v2/version.js'
import { getCalendar } from '../versioned/get-calendar.js'

export const endpoint = getCalendar(v2)
