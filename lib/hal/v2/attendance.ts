import type { Attendance } from '../../domain/attendance.js'
import { attendanceFields } from '../../domain/fields/attendance.js'
import type { Body, BodyFields } from '../../domain/fields/body-field.js'
import { bodyFields, namedFilters, ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { HelperRequest, PlainRequest } from '../../domain/record-attendance.js'
import type { Site } from '../../domain/site.js'
import { primaryIn, readDraft, readNew } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, linkedPerson, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { helperFields, signupIn } from './person.js'
import { v2 } from './version.js'

/** Attendances under the names of version 2. */
export const attendanceVocabulary = ownNames(attendanceFields, {
  origin_system: null,
  person: ':person_id',
  event: ':event_id',
})

export const attendanceFilters = (site: Site) => namedFilters<Attendance>(attendanceVocabulary, site)

/**
 * The body of the record attendance helper. Triggers are taken and do nothing: no event that the API makes has an
 * autoresponse.
 */
export const attendanceHelperFields = (site: Site): BodyFields => ({
  ...bodyFields(attendanceVocabulary, site),
  ...helperFields(site),
  triggers: { fields: { autoresponse: { fields: {} } } },
})

/**
 * Reads a plain attendance, or what the record attendance helper takes: they share an address, and a body with a
 * person is for the helper. Of statuses the helper honours only "subscribed".
 * @throws OsdiError invalid, naming every fault
 */
export function readAttendanceRequest(
  site: Site,
  body: Body,
): { request: PlainRequest | HelperRequest; ignored: string[] } {
  if (!Object.hasOwn(body, 'person')) {
    const { values, ignored } = readDraft(attendanceVocabulary, body, site)
    return { request: { draft: values, linked: linkedPerson(site, body, 'osdi:person') }, ignored }
  }
  const { values, ignored } = readNew(attendanceHelperFields(site), body, site)
  const { person, add_tags, remove_tags } = signupIn(values)
  const taken = subscribing(person)
  const untaken = taken === person ? [] : [statusIn(body)]
  return {
    request: { draft: values, person: taken, add_tags, remove_tags },
    ignored: [...ignored, ...untaken],
  }
}

/** The path of the status that a helper's body sends with an email. */
function statusIn({ person }: Body): string {
  const emails = (person as Body)['email_addresses'] as Body[]
  return `person.email_addresses[${primaryIn(emails)}].status`
}

/** Known people keep their status here unless they subscribe; new ones are subscribed. */
function subscribing(person: HelperRequest['person']): HelperRequest['person'] {
  const { email_addresses: email, ...rest } = person
  if (!email?.status || email.status === 'subscribed') return person
  const { status: _ignored, ...address } = email
  return { ...rest, email_addresses: address }
}

/** An attendance on its own, with curies. */
export const attendanceResource = (site: Site, attendance: Attendance): Resource =>
  withCuries(site, embeddedAttendance(site, attendance))

const embeddedAttendance = (site: Site, attendance: Attendance): Resource => ({
  ...serialize(attendanceVocabulary, attendance, site),
  _links: {
    self: link(site, v2, 'events', attendance.event, 'attendances', attendance.id),
    'osdi:event': link(site, v2, 'events', attendance.event),
    'osdi:person': link(site, v2, 'people', attendance.person),
  },
})

/** A page of attendances. The links carry both labels: clients list through the one or the other. */
export function attendanceCollection(
  site: Site,
  page: Page<Attendance>,
  query: string,
  ...path: string[]
): Resource {
  const resource = collection({
    site,
    page,
    self: link(site, v2, ...path),
    rel: 'osdi:attendances',
    query,
    resource: (attendance) => embeddedAttendance(site, attendance),
  })
  const links = resource._links['osdi:attendances'] as Link[]
  return { ...resource, _links: { ...resource._links, 'osdi:attendance': links } }
}
