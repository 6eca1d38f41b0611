import { attendanceFilters, attendanceCollection } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { listPersonAttendances } from '../versioned/list-person-attendances.js'

export const endpoint = listPersonAttendances(v1, { attendanceFilters, attendanceCollection })
