import { attendanceFilters, attendanceCollection } from '../../lib/hal/v2/attendances/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { listPersonAttendances } from '../versioned/list-person-attendances.js'

export const endpoint = listPersonAttendances(v2, { attendanceFilters, attendanceCollection })
