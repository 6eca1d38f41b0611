import { attendanceResource } from '../../lib/hal/v2/attendances/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { getAttendance } from '../versioned/get-attendance.js'

export const endpoint = getAttendance(v2, attendanceResource)
