import type { Attendance } from '../../domain/attendance.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import type { HelperRequest, PlainRequest } from '../../domain/record-attendance.js'
import { collection } from '../collection.js'
import { type Body, type Fields, primaryIn, readNew } from '../fields.js'
import { alone, link, linkedPerson, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc } from '../time.js'
import { identifier, line, longLine } from '../values.js'
import { personAndTags, personIn } from './person.js'
import { v2 } from './version.js'

const referrerFields: Fields = {
  source: { value: line },
  referrer: { value: longLine },
  website: { value: longLine },
}

/** The fields of an attendance that a body may hold. */
export const attendanceFields = (): Fields => ({
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  [native('referrer_data')]: { as: 'referrer_data', fields: referrerFields },
})

/**
 * The body of the record attendance helper. Triggers are taken and do nothing: no event that the API makes has an
 * autoresponse. Of statuses the helper honours only "subscribed".
 */
export const helperFields = (): Fields => ({
  ...attendanceFields(),
  ...personAndTags,
  triggers: { fields: { autoresponse: { fields: {} } } },
})

/**
 * Reads a plain attendance, or what the record attendance helper takes: they share an address, and who sends a
 * person asks for the helper.
 * @throws OsdiError invalid, naming every fault
 */
export function readAttendanceRequest(body: Body): {
  request: PlainRequest | HelperRequest
  ignored: string[]
} {
  if (!Object.hasOwn(body, 'person')) {
    const { values, ignored } = readNew(attendanceFields(), body)
    return { request: { draft: values, linked: linkedPerson(body, 'osdi:person') }, ignored }
  }
  const { values, ignored } = readNew(helperFields(), body)
  const { person, add_tags, remove_tags } = personIn(values)
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
export const attendanceResource = (attendance: Attendance): Resource => alone(embeddedAttendance(attendance))

const embeddedAttendance = (attendance: Attendance): Resource => ({
  identifiers: [native(attendance.id), ...attendance.identifiers],
  created_date: utc(attendance.created_date),
  modified_date: utc(attendance.modified_date),
  status: 'accepted',
  [native('person_id')]: attendance.person,
  [native('event_id')]: attendance.event,
  [native('referrer_data')]: attendance.referrer_data,
  _links: {
    self: link(v2, 'events', attendance.event, 'attendances', attendance.id),
    'osdi:event': link(v2, 'events', attendance.event),
    'osdi:person': link(v2, 'people', attendance.person),
  },
})

/** A page of attendances. The links carry both labels: clients list through the one or the other. */
export function attendanceCollection(page: Page<Attendance>, query: string, ...path: string[]): Resource {
  const self = link(v2, ...path)
  const resource = collection({ page, self, rel: 'osdi:attendances', query, resource: embeddedAttendance })
  const links = resource._links['osdi:attendances'] as Link[]
  return { ...resource, _links: { ...resource._links, 'osdi:attendance': links } }
}
