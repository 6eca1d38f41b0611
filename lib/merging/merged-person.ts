import { OsdiError } from '../runtime/errors.js'
import {
  MOST_NOTES,
  type Person,
  allContactsOf,
  blankPerson,
  isSameContact,
  notesOf,
  optInsOf,
} from '../people/person.js'
import { nextVersion } from '../fields/version.js'

/** Two people of an owner: the one who stays, and the one who is merged into that one. */
export interface People {
  keep: Person
  other: Person
}

/** Identifiers that one transaction moves, each by one of its at most 100 items (DynamoDB limit). */
export const MOST_MOVED = 80

/** Whether a person was merged into another one, with everything that a person has. */
export const isMergedInto = ({ other, keep }: People) => other.merged_into === keep.id && other.identifiers.length === 0

/**
 * Returns two people after one is merged into the other: the one who stays gets what it lacks, and all contacts and
 * identifiers of the other one, who is left as an erased person. Some identifiers wait for a further call where one
 * transaction cannot move them all.
 */
export function mergedPeople({ keep, other }: People, now: Date): People {
  const moved = other.identifiers.slice(0, MOST_MOVED)
  const changed = nextVersion(keep, now)
  const stays = other.merged_into === keep.id ? keep : withDetailsOf(keep, other)
  return {
    keep: { ...stays, identifiers: [...new Set([...keep.identifiers, ...moved])], ...changed },
    other: {
      ...blankPerson(other.id, other.owner, now),
      created_date: other.created_date,
      ...nextVersion(other, now),
      identifiers: other.identifiers.slice(MOST_MOVED),
      erased_date: other.erased_date ?? now.toISOString(),
      merged_into: keep.id,
    },
  }
}

/** The values of the one who stays take precedence. */
function withDetailsOf(keep: Person, other: Person): Person {
  const merged: Person = {
    ...keep,
    ...(keep.given_name === undefined && other.given_name !== undefined && { given_name: other.given_name }),
    ...(keep.family_name === undefined && other.family_name !== undefined && { family_name: other.family_name }),
    ...(keep.email_addresses.length === 0 && other.without_box && { without_box: true }),
    email_addresses: keep.email_addresses.length > 0 ? keep.email_addresses : other.email_addresses,
    phone_numbers: keep.phone_numbers.length > 0 ? keep.phone_numbers : other.phone_numbers,
    postal_addresses: keep.postal_addresses.length > 0 ? keep.postal_addresses : other.postal_addresses,
    languages_spoken: [...new Set([...keep.languages_spoken, ...other.languages_spoken])],
    custom_fields: { ...other.custom_fields, ...keep.custom_fields },
    ...optInsOf(...(keep.opt_ins ?? []), ...(other.opt_ins ?? [])),
    ...notesOf([keep.notes, other.notes].filter(Boolean).join('\n').slice(0, MOST_NOTES)),
  }
  const own = allContactsOf({ ...merged, further_contacts: [] })
  const further = [...allContactsOf(keep), ...allContactsOf(other)].filter((each) => !own.some(isSameContact(each)))
  return further.length > 0 ? { ...merged, further_contacts: further } : merged
}

/** @throws OsdiError conflict when two people cannot be merged */
export function requireMergeable({ keep, other }: People): void {
  if (keep.id === other.id) throw refused('same_person', 'A person cannot be merged into itself')
  if (keep.erased_date !== undefined)
    throw refused('person_erased', 'The person who should stay was erased or merged into another one')
  if (other.erased_date !== undefined && other.merged_into !== keep.id)
    throw refused('person_erased', 'The other person was erased or merged into another one already')
}

/** Returns the error for a merge that would take a role or an account from a person. */
export const holdsRole = () =>
  refused('has_role', 'The other person has a role in the group, or the account; merge into that person instead')

const refused = (error_code: string, description: string) =>
  new OsdiError('conflict', description, [{ error_code, description, properties: [] }])
