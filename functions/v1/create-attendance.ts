import { readAttendanceRequest, attendanceResource } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { createAttendance } from '../versioned/create-attendance.js'

export const endpoint = createAttendance(v1, { readAttendanceRequest, attendanceResource })
