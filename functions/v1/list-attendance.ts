import { attendanceFilters, attendanceCollection } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { listAttendances } from '../versioned/list-attendances.js'

export const endpoint = listAttendances(v1, { attendanceFilters, attendanceCollection })
