import type { Attendance } from '../attendances/attendance.js'
import type { Person } from '../people/person.js'
import { getMany } from '../table/reads.js'
import type { Entry } from './store/waiting-list.js'
import { type Item, type Table, keyOf, valueOf } from '../table/table.js'

/**
 * Finds entries of waiting lists that do not stand for a tentative attendance: people would be promoted who do not want
 * to come. An attendance without its entry shows in the totals.
 */
export async function* waitingFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const entries = items.map((item) => valueOf<Entry>(item))
  const keys = entries.map(({ person, event }) => keyOf.attendance(person, event))
  const found = await getMany(table, keys, { consistent: true })
  for (const [i, { person, event, joined }] of entries.entries()) {
    const { status, waiting_since: since } = valueOf<Partial<Attendance>>(found[i] ?? {})
    if (status !== 'tentative' || since !== joined)
      yield `${person} is on the waiting list of event:${event}, and its attendance is ${status ?? 'none'}.`
  }
  for (const { person, event } of await erasedAmong(table, items))
    yield `${person} is erased, and on the waiting list of event:${event}.`
}

/** Returns the entries of people who are erased. */
async function erasedAmong(table: Table, items: Item[]): Promise<Entry[]> {
  const entries = items.map((item) => valueOf<Entry>(item))
  const people = await getMany(
    table,
    entries.map(({ person }) => keyOf.person(person)),
  )
  return entries.filter((_, i) => valueOf<Partial<Person>>(people[i] ?? {}).erased_date !== undefined)
}
