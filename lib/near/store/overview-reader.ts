import { peopleComing } from '../../events/totals.js'
import { type Overview, overviewOf } from '../overview.js'
import { NOTHING_SOUGHT } from '../event-search.js'
import type { Listing } from '../listed-event.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany } from '../../table/reads.js'
import type { Table } from '../../table/table.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { countedIn } from '../../events/store/totals.js'
import { MOST_READ, search } from './event-finder.js'

/** A process reads all events of a list for the map this often at most: a new event is on it in time. */
const OVERVIEW_MS = 5_000

/** The overview of a list with more events is read once a minute, as it reads the counts of each. */
const MANY_EVENTS = 500
const LARGE_OVERVIEW_MS = 60_000

/** Reads what a map and a headline show of all events of a list. It is apart: emails offer events without a map. */
export function overviewReader(table: Table) {
  const overviews = ttlCache<Promise<Overview>>(OVERVIEW_MS)
  return async (listing: Listing, now: Date): Promise<Overview> => {
    const key = `${listing.scope} ${listing.holds}`
    const known = overviews.get(key)
    if (known) return known
    const overview = readOverview(table, listing, now)
    overviews.set(key, overview)
    overview.then(
      ({ events }) => events > MANY_EVENTS && overviews.set(key, overview, LARGE_OVERVIEW_MS),
      () => overviews.delete(key),
    )
    return overview
  }
}

/** Reads all events of a list, and how many people come to each: half a unit for an event, and its part of the list. */
async function readOverview(table: Table, listing: Listing, now: Date): Promise<Overview> {
  const page = { listing, search: NOTHING_SOUGHT, limit: MOST_READ }
  const { events } = await search(table, page, now, 'without places')
  const counts = await getMany(
    table,
    events.map(({ event: { id } }) => lists.attendancesOf(id).length),
  )
  const coming = new Map(events.map(({ event: { id } }, i) => [id, peopleComing(countedIn(counts[i]).totals)]))
  return overviewOf(events, (id) => coming.get(id) ?? 0)
}
