import { erasePerson } from '../../lib/merging/erase-person.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { identifyAttendance } from '../../lib/attendances/record-attendance.js'
import { nextVersion } from '../../lib/fields/version.js'
import { departingIn } from '../../lib/app/merging.js'
import { idOf } from './source/collection.js'
import { type Importing, newIdOf } from './importing.js'
import type { Document } from './source/source.js'
import { changePerson } from '../../lib/people/store/change-person.js'
import { attendancesOfPerson } from '../../lib/attendances/store/attendances-of-person.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/*
 * People who were erased or merged at a Turnout after they were imported are so here. Erasing removes all identifiers;
 * those of the service come back, which name no one and say that the records are here.
 */

/** Whether a person is erased at the service, or merged into another one. */
export const isErasedAt = ({ prefix }: Importing, document: Document): boolean =>
  document[`${prefix}:erased_date`] !== undefined

/** The native id at the service of the person into whom one was merged. */
export const mergedIntoAt = ({ prefix }: Importing, document: Document): string | undefined =>
  document[`${prefix}:merged_into`] as string | undefined

/** Merges a person here as at the service. @param keep undefined where the service does not have the other any more */
export async function mergeHere({ owner, stores }: Importing, id: string, keep: string | undefined): Promise<void> {
  if (keep !== undefined && keep !== id) await mergePeople(departingIn(stores.table), owner, keep, id)
}

/** Erases a person here as at the service. */
export async function eraseHere(importing: Importing, document: Document, id: string): Promise<void> {
  const { owner, stores, system, site } = importing
  const known = await attendancesOfPerson(stores.table, id)
  const now = () => new Date()
  await erasePerson(departingIn(stores.table), owner, id)
  for (const { event, id: attendance, identifiers } of known) {
    const own = identifiers.filter((each) => each.startsWith(`${system}:`))
    if (own.length > 0)
      await identifyAttendance(
        { table: stores.table, site, now, reactions: attendanceReactions },
        event,
        attendance,
        own,
      )
  }
  await identify(importing, document, id)
}

/** Restores the identifier of a person whose erasure here was interrupted. @returns whether there is one */
export async function restoreErased(importing: Importing, document: Document): Promise<boolean> {
  const id = newIdOf(importing, document)
  const [person] = await importing.stores.owners.people([id])
  if (!person) return false
  await identify(importing, document, id)
  return true
}

const identify = ({ owner, stores, system }: Importing, document: Document, id: string) =>
  changePerson(stores.table, owner, id, async (person) => ({
    ...person,
    identifiers: [`${system}:${idOf(document)}`],
    ...nextVersion(person, new Date()),
  }))
