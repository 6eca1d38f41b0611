import { attendanceFilters, attendanceCollection } from '../../lib/hal/v2/attendances/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { listAttendances } from '../versioned/list-attendances.js'

export const endpoint = listAttendances(v2, { attendanceFilters, attendanceCollection })
