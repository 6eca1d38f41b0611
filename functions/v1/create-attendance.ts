import { readAttendanceRequest, attendanceResource } from '../../lib/attendances/documents/attendance.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { createAttendance } from '../v1-and-v2/create-attendance.js'

export const endpoint = createAttendance(v1, { readAttendanceRequest, attendanceResource })
