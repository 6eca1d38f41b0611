import { attendanceResource } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { updateAttendance } from '../versioned/update-attendance.js'

export const endpoint = updateAttendance(v1, attendanceResource)
