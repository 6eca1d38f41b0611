import type { Attendance, AttendanceDraft } from '../attendance.js'
import { attendanceFields } from '../attendance-fields.js'
import type { Body, BodyFields } from '../../fields/field.js'
import { flag } from '../../fields/values.js'
import { bodyFields, namedFilters, ownNames } from '../../fields/vocabulary.js'
import type { HelperRequest, PlainRequest } from '../record-attendance.js'
import type { Site } from '../../runtime/site.js'
import { primaryIn, readNew } from '../../fields/read-body.js'
import { attendancePaths, draftWithResponses, readPlainAttendance, responseFields, waiting } from './attendance.js'
import { type Serializer, resourceOf, documentOf, pagesOf, type Link } from '../../hal/document.js'
import { type TokenOf, withSelfService } from './self-service.js'
import type { Person } from '../../people/person.js'
import { embeddedPerson, helperFields, signupIn } from '../../people/documents/person.v2.js'
import { v2 } from '../../hal/v2/version.js'

/** Attendances under the names of version 2. */
export const attendanceVocabulary = ownNames(attendanceFields, {
  origin_system: null,
  person: ':person_id',
  event: ':event_id',
})

export const attendanceFilters = (site: Site) => namedFilters<Attendance>(attendanceVocabulary, site)

/**
 * The body of the record attendance helper. Events of the API have no autoresponse, so that its trigger is without
 * effect there.
 */
export const attendanceHelperFields = (site: Site): BodyFields => ({
  ...bodyFields(attendanceVocabulary, site),
  ...responseFields,
  ...helperFields(site),
  triggers: { fields: { autoresponse: { fields: { enabled: { value: flag } } } } },
})

interface Triggers {
  autoresponse?: { enabled?: boolean }
}

/**
 * Reads the body of a plain attendance or of the record attendance helper. They share an address; a body with a person
 * is for the helper. Of all statuses, the helper accepts only "subscribed".
 * @throws OsdiError invalid, naming every fault
 */
export function readAttendanceRequest(
  site: Site,
  body: Body,
): { request: PlainRequest | HelperRequest; ignored: string[] } {
  if (!Object.hasOwn(body, 'person')) return readPlainAttendance(attendanceVocabulary, site, body)
  const { values, ignored } = readNew(attendanceHelperFields(site), body, site)
  const { draft, ignored: unasked } = draftWithResponses<AttendanceDraft>(values, body)
  const { person, add_tags, remove_tags } = signupIn(values)
  const taken = subscribing(person)
  const untaken = taken === person ? [] : [statusIn(body)]
  return {
    request: {
      draft,
      person: taken,
      add_tags,
      remove_tags,
      autoresponse: (values['triggers'] as Triggers | undefined)?.autoresponse?.enabled,
    },
    ignored: [...ignored, ...unasked, ...untaken],
  }
}

/** Returns the path of the email status in a helper's body. */
function statusIn({ person }: Body): string {
  const emails = (person as Body)['email_addresses'] as Body[]
  return `person.email_addresses[${primaryIn(emails)}].status`
}

/** Known people keep their status unless they subscribe; new people are subscribed. */
function subscribing(person: HelperRequest['person']): HelperRequest['person'] {
  const { email_addresses: email, ...rest } = person
  if (!email?.status || email.status === 'subscribed') return person
  const { status: _ignored, ...address } = email
  return { ...rest, email_addresses: address }
}

const alone = /* @__PURE__ */ withSelfService(
  /* @__PURE__ */ documentOf(v2, {
    vocabulary: attendanceVocabulary,
    links: (attendance: Attendance) => attendancePaths(v2, attendance),
    computed: waiting,
  }),
)

export const attendanceResource = /* @__PURE__ */ resourceOf(alone)

/** An attendance within a page, with its person where the request asks for people. */
const attendance: Serializer<Attendance, [TokenOf, ReadonlyMap<string, Person>?]> = (site, item, tokenOf, people) => {
  const person = people?.get(item.person)
  return {
    ...alone(site, item, tokenOf),
    ...(person && { _embedded: { 'osdi:person': embeddedPerson(site, person) } }),
  }
}

const pages = /* @__PURE__ */ pagesOf(v2, { at: 'attendances', rel: 'osdi:attendances' }, attendance)

/** A page of attendances. The links carry both labels: clients list through the one or the other. */
export const attendanceCollection: typeof pages = (...of) => {
  const page = pages(...of)
  return { ...page, _links: { ...page._links, 'osdi:attendance': page._links['osdi:attendances'] as Link[] } }
}
