import type { HelperRequest, PlainRequest, RecordedAttendance } from '../domain/record-attendance.js'
import type { Body } from './fields.js'
import { linkedPerson, native } from './links.js'

/*
 * What of a request a resource does not show after it, beyond what its reader has left out already: the header
 * `Osdi-Ignored` names it.
 */

/** The identifiers of a request that a resource does not have: others hold them, or nobody has such a native id. */
export const ignoredIdentifiers = (
  sent: readonly string[] | null | undefined,
  { id, identifiers }: { id: string; identifiers: string[] },
): string[] => (sent ?? []).filter((each) => each !== native(id) && !identifiers.includes(each))

/** The same of an attendance, and of the person that the helper brought along. */
export const ignoredOfAttendance = (
  request: PlainRequest | HelperRequest,
  { attendance, person }: RecordedAttendance,
): string[] => [
  ...ignoredIdentifiers(request.draft.identifiers, attendance),
  ...('person' in request && person ? ignoredIdentifiers(request.person.identifiers, person) : []),
]

/** What of a body's links was not taken: a creator other than the one that the event has. */
export function ignoredLinks(body: Body, { creator }: { creator: string }): string[] {
  const links = body['_links']
  const sent = typeof links === 'object' && links !== null && 'osdi:creator' in links
  return sent && linkedPerson(body, 'osdi:creator') !== creator ? ['_links.osdi:creator'] : []
}
