import type { Site } from '../../runtime/site.js'
import * as shared from './attendance.description.js'
import { collectionOf } from '../../hal/collection.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { attendanceVocabulary } from './attendance.v1.js'
import { v1 } from '../../hal/v1/version.js'

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
