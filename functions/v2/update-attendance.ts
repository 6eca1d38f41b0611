import { attendanceResource } from '../../lib/hal/v2/attendances/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { updateAttendance } from '../versioned/update-attendance.js'

export const endpoint = updateAttendance(v2, attendanceResource)
