import type { Attendance } from '../../domain/attendance.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import type { PlainRequest } from '../../domain/record-attendance.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readNew } from '../fields.js'
import { alone, link, linkedPerson, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { defaultOriginSystem, identifier, line } from '../values.js'
import { v1 } from './version.js'

export const attendanceFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  originating_system: { value: line, as: 'origin_system', required: true, otherwise: defaultOriginSystem },
}

/** @throws OsdiError invalid, naming every fault */
export function readAttendanceRequest(body: Body): { request: PlainRequest; ignored: string[] } {
  const { values, ignored } = readNew(attendanceFields, body)
  return { request: { draft: values, linked: linkedPerson(body, 'osdi:person') }, ignored }
}

/** An attendance on its own, with curies. */
export const attendanceResource = (attendance: Attendance): Resource => alone(embeddedAttendance(attendance))

const embeddedAttendance = (attendance: Attendance): Resource => ({
  identifiers: [native(attendance.id), ...attendance.identifiers],
  ...(attendance.origin_system && { originating_system: attendance.origin_system }),
  created_at: utc(attendance.created_date),
  modified_at: utc(attendance.modified_date),
  status: 'accepted',
  [native('person_id')]: attendance.person,
  [native('event_id')]: attendance.event,
  _links: {
    self: link(v1, 'events', attendance.event, 'attendance', attendance.id),
    'osdi:event': link(v1, 'events', attendance.event),
    'osdi:person': link(v1, 'people', attendance.person),
  },
})

/** A page of attendances, under the singular label of version 1. */
export const attendanceCollection = (page: Page<Attendance>, query: string, ...path: string[]): Resource =>
  collection({ page, self: link(v1, ...path), rel: 'osdi:attendance', query, resource: embeddedAttendance })
