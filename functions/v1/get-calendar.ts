import { v1 } from '../../lib/hal/v1/version.js'
import { getCalendar } from '../versioned/get-calendar.js'

export const endpoint = getCalendar(v1)
