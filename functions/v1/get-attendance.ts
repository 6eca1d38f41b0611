import { attendanceResource } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { getAttendance } from '../versioned/get-attendance.js'

export const endpoint = getAttendance(v1, attendanceResource)
