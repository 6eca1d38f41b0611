import { ignoredIdentifiers } from '../../hal/ignored.js'
import type { Site } from '../../runtime/site.js'
import { type Person, type PersonChange, isSuppressedStill } from '../person.js'
import type { Signup } from './person.v2.js'

/** Returns the places of tags in a request that the owner does not have. */
export const ignoredTags = (
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
  ...ignoredContacts(sent, person),
]

/**
 * Returns the contacts that a change of a person cannot clear, as without any, no sign-up would match the person, and
 * the status that it cannot set.
 */
export const ignoredContacts = (sent: PersonChange, person: Person): string[] => [
  ...(['email_addresses', 'phone_numbers'] as const).filter(
    (field) => sent[field] === null && person[field].length > 0,
  ),
  ...(isSuppressedStill(sent.email_addresses, person.email_addresses[0]) ? ['email_addresses[0].status'] : []),
]
