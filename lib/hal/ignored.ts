import type { Attendance } from '../attendances/attendance.js'
import { splitIdentifiers } from '../fields/identifier.js'
import type { Person, PersonChange } from '../people/person.js'
import type {
  HelperRequest,
  PlainRequest,
  RecordedAttendance,
} from '../attendances/record-attendance.js'
import type { Body } from '../fields/body-field.js'
import { type Site, native } from '../runtime/site.js'
import { linkedPerson } from './links.js'
import type { Signup } from '../people/documents/person.v2.js'

/* Parts of a request that have no effect although its reader accepted them. The header `Osdi-Ignored` lists them. */

/** Returns the identifiers of a request that a resource lacks: others hold them, or the native id does not exist. */
export const ignoredIdentifiers = (
  { nativePrefix }: Site,
  sent: readonly string[] | null | undefined,
  { id, identifiers }: { id: string; identifiers: string[] },
): string[] => {
  const isOwn = (each: string) => splitIdentifiers([each], nativePrefix).nativeIds[0] === id
  return (sent ?? []).filter((each) => !isOwn(each) && !identifiers.includes(each))
}

/** Returns the places of tags in a request that the owner does not have. */
const ignoredTags = (
  sent: { add_tags: string[]; remove_tags: string[] },
  unknown: readonly string[],
): string[] =>
  (['add_tags', 'remove_tags'] as const).flatMap((field) =>
    sent[field].flatMap((name, i) => (unknown.includes(name) ? [`${field}[${i}]`] : [])),
  )

/** Returns the ignored parts of a sign-up. @param unknown names of tags that the owner does not have */
export const ignoredOfSignup = (
  site: Site,
  { person: sent, add_tags, remove_tags, ignored }: Signup & { ignored: string[] },
  person: Person,
  unknown: readonly string[],
): string[] => [
  ...ignored,
  ...ignoredIdentifiers(site, sent.identifiers, person),
  ...ignoredTags({ add_tags, remove_tags }, unknown),
]

/** Returns the ignored identifiers of an attendance, and the ignored identifiers and tags of a helper's person. */
export const ignoredOfAttendance = (
  site: Site,
  request: PlainRequest | HelperRequest,
  { attendance, person, unknownTags = [], unfitAnswers = [] }: RecordedAttendance,
): string[] => [
  ...ignoredAnswers(site, unfitAnswers),
  ...ignoredIdentifiers(site, request.draft.identifiers, attendance),
  ...ignoredGuests(site, request.draft.guests, attendance),
  ...('person' in request && person ? ignoredIdentifiers(site, request.person.identifiers, person) : []),
  ...('person' in request ? ignoredTags(request, unknownTags) : []),
]

/** Returns the answers of a request that fit no question. */
export const ignoredAnswers = (site: Site, ids: string[]): string[] =>
  ids.map((id) => `${native(site, 'answers')}.${id.slice(0, 200).toWellFormed()}`)

/**
 * Returns the guests of a request that an attendance does not have: an event of the API takes none, a new RSVP of a
 * person who attends changes none, and a change cannot exceed what the organiser allows.
 */
export const ignoredGuests = (site: Site, sent: number | undefined, { guests = 0 }: Attendance): string[] =>
  sent === undefined || sent === guests ? [] : [native(site, 'guests')]

/** Returns the contacts that a change of a person cannot clear: without any, no sign-up would match the person. */
export const ignoredContacts = (sent: PersonChange, person: Person): string[] =>
  (['email_addresses', 'phone_numbers'] as const).filter(
    (field) => sent[field] === null && person[field].length > 0,
  )

/** Returns the ignored links of a body: people other than the event's creator and organizer. */
export function ignoredLinks(
  site: Site,
  body: Body,
  event: { creator: string; organizer: string },
): string[] {
  const links = body['_links']
  if (typeof links !== 'object' || links === null) return []
  return (['creator', 'organizer'] as const)
    .map((role) => ({ rel: `osdi:${role}`, person: event[role] }))
    .filter(({ rel, person }) => Object.hasOwn(links, rel) && linkedPerson(site, body, rel) !== person)
    .map(({ rel }) => `_links.${rel}`)
}
