import type { Attendance } from '../../domain/attendance.js'
import { attendanceFields } from '../../domain/fields/attendance.js'
import type { Body } from '../../domain/fields/body-field.js'
import { namedFilters, otherNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { PlainRequest } from '../../domain/record-attendance.js'
import type { Site } from '../../domain/site.js'
import { readDraft } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, linkedPerson, withCuries } from '../links.js'
import type { Resource } from '../resource.js'
import { dated } from './names.js'
import { v1 } from './version.js'

/** What version 1 calls the fields of an attendance; referrers came with version 2. */
export const attendanceVocabulary = otherNames(attendanceFields, {
  identifiers: 'identifiers',
  origin_system: { as: 'originating_system', required: true },
  ...dated,
  status: 'status',
  person: ':person_id',
  event: ':event_id',
})

export const attendanceFilters = (site: Site) => namedFilters<Attendance>(attendanceVocabulary, site)

/** @throws OsdiError invalid, naming every fault */
export function readAttendanceRequest(site: Site, body: Body): { request: PlainRequest; ignored: string[] } {
  const { values, ignored } = readDraft(attendanceVocabulary, body, site)
  return { request: { draft: values, linked: linkedPerson(site, body, 'osdi:person') }, ignored }
}

/** An attendance on its own, with curies. */
export const attendanceResource = (site: Site, attendance: Attendance): Resource =>
  withCuries(site, embeddedAttendance(site, attendance))

const embeddedAttendance = (site: Site, attendance: Attendance): Resource => ({
  ...serialize(attendanceVocabulary, attendance, site),
  _links: {
    self: link(site, v1, 'events', attendance.event, 'attendance', attendance.id),
    'osdi:event': link(site, v1, 'events', attendance.event),
    'osdi:person': link(site, v1, 'people', attendance.person),
  },
})

/** A page of attendances, under the singular label of version 1. */
export const attendanceCollection = (
  site: Site,
  page: Page<Attendance>,
  query: string,
  ...path: string[]
): Resource =>
  collection({
    site,
    page,
    self: link(site, v1, ...path),
    rel: 'osdi:attendance',
    query,
    resource: (attendance) => embeddedAttendance(site, attendance),
  })
