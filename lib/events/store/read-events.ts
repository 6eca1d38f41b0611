import type { Owner } from '../../runtime/owner.js'
import { notFound } from '../../runtime/errors.js'
import { lists } from '../../collections/numbered-list.js'
import { findHolders } from '../../resources/identifiers.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import type { OsdiEvent, Uncounted } from '../event.js'
import { loadEvent } from './load-event.js'
import { type Counted, countedIn } from './totals.js'

/** Returns the events that readers may see: those of a series that is still being made are left out. */
export type InSight = <Event extends Pick<OsdiEvent, 'series'>>(table: Table, events: Event[]) => Promise<Event[]>

/** All events, where nothing says which of them readers may see. */
export const everyEvent: InSight = async (_table, events) => events

export function eventReader(table: Table, inSight: InSight) {
  /** The same where several owners will do. */
  const findOf = async (owners: Owner[], id: string): Promise<OsdiEvent> => {
    const event = await loadEvent(table, id)
    const [found] = event && owners.includes(event.owner) ? await inSight(table, [event]) : []
    if (!found) throw notFound()
    return found
  }
  return {
    /** @throws OsdiError not_found, also for another owner's event */
    find: (owner: Owner, id: string) => findOf([owner], id),

    findOf,

    /** Reads an event of any owner, by a link that names it. @returns undefined when there is none */
    look: (id: string) => loadEvent(table, id),

    /** Returns the ids of the events of any owner that hold the identifiers, in the order of the identifiers. */
    holdersOf: (identifiers: string[]) => findHolders(table, 'event', identifiers),

    findMany: (owner: Owner, ids: string[]) => findEvents(table, owner, ids),

    /** The same with the numbers of their attendances, in the order of the ids. */
    findCounted: (owner: Owner, ids: string[]) => findCounted(table, owner, ids),
  }
}

/** Reads events. Functions that only read hold this store. */
export type EventReader = ReturnType<typeof eventReader>

/** Reads those of some events that belong to an owner, without the numbers of their attendances. */
export async function findEvents(
  table: Table,
  owner: Owner,
  ids: string[],
): Promise<ReadonlyMap<string, Uncounted<OsdiEvent>>> {
  const items = await getMany(table, ids.map(keyOf.event), { consistent: true })
  const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<OsdiEvent>(item)] : []))
  return new Map(own.map((event) => [event.id, event]))
}

/** Reads events of an owner with the numbers of their attendances, in the order of the ids. */
export async function findCounted(table: Table, owner: Owner, ids: string[]): Promise<OsdiEvent[]> {
  const [items, totals] = await Promise.all([getMany(table, ids.map(keyOf.event)), readTotals(table, ids)])
  const events = items.map((item) => valueOf<OsdiEvent>(item ?? {}))
  return counted(events, totals).filter((event) => event.owner === owner)
}

/** Reads the numbers of the attendances of events. */
export const readTotals = async (table: Table, ids: string[]): Promise<Counted[]> =>
  (
    await getMany(
      table,
      ids.map((id) => lists.attendancesOf(id).length),
    )
  ).map(countedIn)

/** Returns events with the numbers of their attendances. */
export const counted = (events: OsdiEvent[], totals: Counted[]): OsdiEvent[] =>
  events.map((event, i) => ({ ...event, ...(totals[i] as Counted) }))
