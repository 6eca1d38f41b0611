import type { Person } from '../people/person.js'
import { loadPerson } from '../people/store/find-people.js'
import type { App } from '../table/app.js'
import { type Erasing, erasePerson } from './erase-person.js'
import { mergePeople, moveRest } from './merge-people.js'
import type { Merging } from './store/merge-attendance.js'

/** The context of both. */
export type Departing = Merging & Erasing

/**
 * Finishes the merge or the erasure of a person, some time after it. An RSVP that was under way meanwhile found the
 * person as it was, and a process that crashed in the middle has left the rest. An RSVP does not ask whether its person
 * is still there when it is written: that would cost each of them a check for what hardly ever happens.
 *
 * What is left moves to the person who now remains, or is erased with them.
 * @throws OsdiError busy
 */
export async function finishDeparture(departing: Departing, id: string): Promise<void> {
  const gone = await loadPerson(departing.table, id)
  if (gone?.erased_date === undefined) return
  const stays = await whoStays(departing.table, gone)
  if (stays.id === gone.merged_into && stays.erased_date === undefined)
    await mergePeople(departing, gone.owner, stays.id, id)
  else if (stays !== gone) await moveRest(departing, stays.id, gone)
  if (stays.erased_date !== undefined) await erasePerson(departing, stays.owner, stays.id)
}

/** Returns the person whom a person was merged into in the end; the person itself where that never happened. */
async function whoStays(table: App['table'], gone: Person): Promise<Person> {
  let stays = gone
  while (stays.merged_into !== undefined) {
    const next = await loadPerson(table, stays.merged_into)
    if (!next) break
    stays = next
  }
  return stays
}
