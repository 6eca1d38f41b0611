import type { Person } from '../people/person.js'
import { type ErasureDependencies, erasePerson } from './erase-person.js'
import { type MergeDependencies, mergePeople, moveRest } from './merge-people.js'

/** Dependencies of finishing what merges and erasures have begun. */
export interface DepartureDependencies {
  findPerson: (id: string) => Promise<Person | undefined>
  merging: MergeDependencies
  erasure: ErasureDependencies
}

/**
 * Finishes the merge or the erasure of a person, some time after it. An RSVP that was under way meanwhile found the
 * person as it was, and a process that crashed in the middle has left the rest. An RSVP does not ask whether its person
 * is still there when it is written: that would cost each of them a check for what hardly ever happens.
 *
 * The rest goes to the person who stays by now, or is erased with that one.
 * @throws OsdiError busy
 */
export async function finishDeparture(id: string, dependencies: DepartureDependencies): Promise<void> {
  const { findPerson, merging, erasure } = dependencies
  const gone = await findPerson(id)
  if (gone?.erased_date === undefined) return
  const stays = await whoStays(gone, findPerson)
  if (stays.id === gone.merged_into && stays.erased_date === undefined)
    await mergePeople(gone.owner, stays.id, id, merging)
  else if (stays !== gone) await moveRest(stays.id, gone, merging)
  if (stays.erased_date !== undefined) await erasePerson(stays.owner, stays.id, erasure)
}

/** Returns the person whom a person was merged into in the end; the person itself where that never happened. */
async function whoStays(gone: Person, findPerson: DepartureDependencies['findPerson']): Promise<Person> {
  let stays = gone
  while (stays.merged_into !== undefined) {
    const next = await findPerson(stays.merged_into)
    if (!next) break
    stays = next
  }
  return stays
}
