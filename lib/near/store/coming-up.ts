import type { Group } from '../../access/group.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import type { Table } from '../../table/table.js'
import { cachedIfPopular } from '../../table/ttl-cache.js'
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

/** Reads the next events of the groups of an installation: the group with the soonest one first. */
export function groupsComingUp(table: Table, find: (page: SearchPage, now: Date) => Promise<FoundEvents>) {
  const load = cachedIfPopular(async () => {
    const { members } = await readPage<Group>(table, lists.groups, { page: 1, per_page: MOST_GROUPS })
    const now = new Date()
    const all = await Promise.all(
      members.map(async (group): Promise<ComingUp> => {
        const listing = { scope: `group:${group.id}`, holds: 'own' as const }
        const page = { listing, search: NOTHING_SOUGHT, limit: OF_EACH, together: true, atFirst: AT_FIRST }
        return { group, events: (await find(page, now)).events }
      }),
    )
    const startOf = ({ events }: ComingUp) => Date.parse(events[0]?.event.start ?? '')
    return all.filter(({ events }) => events.length > 0).sort((one, other) => startOf(one) - startOf(other))
  })
  return () => load('')
}
