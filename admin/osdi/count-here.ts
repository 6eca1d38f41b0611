import { findHolder } from '../../lib/resources/identifiers.js'
import type { Page, PageRequest } from '../../lib/fields/page.js'
import { inOrder } from '../../lib/runtime/in-order.js'
import type { Deviation, RecordKind } from '../imports/deviations.js'
import type { Importing, KindCounts } from './importing.js'
import { listPeople } from '../../lib/people/store/list-people.js'
import { listAttendances } from '../../lib/attendances/store/read-attendances.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

type Identified = { id: string; identifiers: string[] }

const PER_PAGE = 100
const AT_ONCE = 8

/** The counts that the service reports. */
export interface CountsThere {
  people: number
  event_campaigns: number | undefined
  /** Number of attendances of each event, by native id. */
  attendances: ReadonlyMap<string, number>
}

/** Counts of both sides, and the paths of the collections that differ without a deviation that says why. */
export interface Comparison {
  counts: Partial<Record<RecordKind, KindCounts>>
  differing: string[]
}

/**
 * Counts what is here of a service, by its native identifiers. Two people of the service who are one here count twice.
 */
export async function compareCounts(importing: Importing, there: CountsThere): Promise<Comparison> {
  const { system, stores, owner, report, deviations } = importing
  const { table, campaigns } = stores
  const countIn = (read: (page: PageRequest) => Promise<Page<Identified>>) => countOf(read, `${system}:`)
  const people = { there: there.people, here: await countIn((page) => listPeople(table, owner, page)) }
  const ofCampaigns = there.event_campaigns !== undefined && {
    event_campaigns: {
      there: there.event_campaigns,
      here: await countIn((page) => campaigns.list(owner, page)),
    },
  }
  const events = { there: there.attendances.size, here: 0 }
  const attendances = { there: 0, here: 0 }
  const differing = people.there === people.here + notHere(deviations.all(), 'people') ? [] : ['people']
  const byEvent = Map.groupBy(deviations.all(), ({ event = '' }) => event)
  let done = 0
  await inOrder([...there.attendances], { most: AT_ONCE, keysOf: () => [] }, async ([event, count]) => {
    const id = await findHolder(table, 'event', { text: `${system}:${event}` })
    const here =
      id === undefined
        ? 0
        : await countIn((page) => listAttendances({ table, reactions: attendanceReactions }, id, page))
    attendances.there += count
    attendances.here += here
    events.here += id === undefined ? 0 : 1
    const explained = notHere(byEvent.get(event) ?? [], 'attendances')
    if (id !== undefined && here + explained !== count) differing.push(`events/${event}/attendances`)
    report.onProgress(++done, there.attendances.size)
  })
  return { counts: { people, ...ofCampaigns, events, attendances }, differing }
}

/** Number of records of a kind that deviations say are not here. */
const notHere = (deviations: Deviation[], kind: RecordKind) =>
  deviations.filter((each) => each.kind === kind && each.what !== 'changed').length

async function countOf(read: (page: PageRequest) => Promise<Page<Identified>>, prefix: string): Promise<number> {
  // A member that joins while we read moves older members to later pages, where they come again.
  const found = new Set<string>()
  for (let page = 1, more = true; more; page++) {
    const { members, total_records } = await read({ page, per_page: PER_PAGE })
    for (const { identifiers } of members)
      for (const identifier of identifiers) if (identifier.startsWith(prefix)) found.add(identifier)
    more = page * PER_PAGE < total_records
  }
  return found.size
}
