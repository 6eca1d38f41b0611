import type { Group } from '../../access/group.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import type { Table } from '../../table/table.js'
import { type FoundEvent, type FoundEvents, NOTHING_SOUGHT, type SearchPage } from '../event-search.js'

/** A reader without a key has this many groups read, the newest, however many there are, and so many events of each. */
const MOST_GROUPS = 20
const OF_EACH = 3

/** Entries that are read of each at first: a series may have many. */
const AT_FIRST = 12

/** A group with its next events. */
export interface ComingUp {
  group: Group
  events: FoundEvent[]
}

/**
 * The next events of the groups of an installation: the group with the soonest one first.
 * @param find as the page of a group finds them
 */
export async function comingUp(
  table: Table,
  find: (page: SearchPage, now: Date) => Promise<FoundEvents>,
  now: Date,
): Promise<ComingUp[]> {
  const { members } = await readPage<Group>(table, lists.groups, { page: 1, per_page: MOST_GROUPS })
  const all = await Promise.all(
    members.map(async (group) => {
      const listing = { scope: `group:${group.id}`, holds: 'own' as const }
      const page = { listing, search: NOTHING_SOUGHT, limit: OF_EACH, together: true, atFirst: AT_FIRST }
      const { events } = await find(page, now)
      return { group, events }
    }),
  )
  const startOf = ({ events }: ComingUp) => Date.parse(events[0]?.event.start ?? '')
  return all.filter(({ events }) => events.length > 0).sort((one, other) => startOf(one) - startOf(other))
}
