import type { Site } from '../../domain/site.js'
import * as shared from '../attendances/attendance.description.js'
import { collectionOf } from '../collection.description.js'
import type { Operations } from '../descriptions/operation.js'
import { attendanceVocabulary } from './attendance.js'
import { v1 } from './version.js'

export function attendanceOperations(site: Site): Operations {
  const attendances = { version: v1, vocabulary: attendanceVocabulary, site }
  const attendance = shared.attendanceSchema(attendances)
  const collection = collectionOf(
    attendance,
    'osdi:attendance',
    'Attendances, newest first',
    'v1/list-attendance',
    'v1/list-person-attendance',
  )
  const recorded = shared.recording(attendances, attendance)
  return shared.attendanceOperations(attendances, attendance, collection, recorded)
}
