import { findHolder } from '../../lib/dynamodb/stores/identifiers.js'
import { attendanceStore } from '../../lib/dynamodb/stores/attendance-store.js'
import { personStore } from '../../lib/dynamodb/stores/person-store.js'
import type { Page, PageRequest } from '../../lib/domain/page.js'
import type { Importing } from './importing.js'

type Identified = { id: string; identifiers: string[] }

const PER_PAGE = 100

/**
 * Counts what is here of a service, by its native identifiers. Two people of the service who are one here count twice.
 * @param events native ids of the events of the service
 */
export async function countHere(
  { system, stores, owner }: Importing,
  events: Iterable<string>,
): Promise<Record<string, number>> {
  const { table, campaigns } = stores
  const countIn = (read: (page: PageRequest) => Promise<Page<Identified>>) => countOf(read, `${system}:`)
  const attendances = attendanceStore(table)
  const counts = {
    people: await countIn((page) => personStore(table).list(owner, page)),
    event_campaigns: await countIn((page) => campaigns.list(owner, page)),
    events: 0,
    attendances: 0,
  }
  for (const event of events) {
    const id = await findHolder(table, 'event', { text: `${system}:${event}` })
    if (id === undefined) continue
    counts.events += 1
    counts.attendances += await countIn((page) => attendances.listOfEvent(id, page))
  }
  return counts
}

async function countOf(
  read: (page: PageRequest) => Promise<Page<Identified>>,
  prefix: string,
): Promise<number> {
  // What joins while we read moves the members before it to later pages, where they come again.
  const found = new Set<string>()
  for (let page = 1, more = true; more; page++) {
    const { members, total_records } = await read({ page, per_page: PER_PAGE })
    for (const { identifiers } of members)
      for (const identifier of identifiers) if (identifier.startsWith(prefix)) found.add(identifier)
    more = page * PER_PAGE < total_records
  }
  return found.size
}
