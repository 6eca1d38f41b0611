import { randomUUID } from 'node:crypto'
import type { Owner } from '../../runtime/owner.js'
import type { OsdiEvent } from '../../events/event.js'
import type { CampaignReport, ReportedEvent } from '../campaign-report.js'
import type { Person } from '../../people/person.js'
import { change } from '../../table/change.js'
import { all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import { inPieces } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { newestFirst } from '../../collections/search/traversal.js'
import { type Key, type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { updateIgnoringConflict } from '../../table/transaction.js'
import { KEPT_SECONDS, partsOfFiles } from '../../attendances/store/guests-file-store.js'
import { countedIn } from '../../events/store/totals.js'

/** After this time, in milliseconds, a report that no process has completed may be requested again. */
const GIVEN_UP_MS = 20 * 60_000

/** Events that are read together, with what is counted of them and their hosts. */
const AT_ONCE = 500

/** The stream's announcement of a report that waits. */
export type WaitingReport = Key & { waits_for_people: Owner }

type Kept = CampaignReport & { expires: number }

/** Reports of campaigns: the newest one, which a queue's function writes, and the parts of its file. */
export function campaignReportStore(table: Table) {
  const find = async (campaign: string): Promise<CampaignReport | undefined> => {
    const item = await getOne(table, keyOf.campaignReport(campaign))
    return item && (item['expires'] as number) * 1000 > Date.now() ? valueOf<Kept>(item) : undefined
  }

  return {
    find,
    ...partsOfFiles(table),

    /** Asks for a new report, unless one is under way. The stream tells the queue that writes it. */
    async request(owner: Owner, campaign: string, country: string | undefined, now: Date): Promise<void> {
      const set = {
        campaign,
        ...(country && { country }),
        id: randomUUID(),
        requested_date: now.toISOString(),
        waits_for_people: owner,
        total: await lengthOf(table, lists.peopleOf(owner)),
        written: 0,
        expires: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
      }
      const before = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
      const condition = either(lacks('pk'), has('completed_date'), isBelow('requested_date', before))
      const remove = ['parts', 'numbers', 'completed_date', ...(country ? [] : ['country'])]
      await updateIgnoringConflict(table, change(keyOf.campaignReport(campaign), { set, remove }, condition))
    },

    /** Returns the report that an announcement is about, unless it is complete or another one was asked for since. */
    async waiting({ pk }: WaitingReport): Promise<CampaignReport | undefined> {
      const report = await find(idInKey(pk))
      return report?.completed_date === undefined ? report : undefined
    },

    /** Reads all events of a campaign, with who comes and who hosts. */
    async *eventsOf(owner: Owner, campaign: string): AsyncGenerator<ReportedEvent[]> {
      const members = await getBeside(table, keyOf.campaignEvent(campaign, ''))
      for (const ids of inPieces(
        members.map(({ event }) => event as string),
        AT_ONCE,
      ))
        yield await readEvents(table, owner, ids)
    },

    /** Reads all people of an owner, a thousand at a time. */
    async *peopleOf(owner: Owner): AsyncGenerator<Person[]> {
      for await (const items of newestFirst(table, lists.peopleOf(owner)))
        yield items.map((item) => valueOf<Person>(item))
    },

    /** Says how many people were looked at. This takes the announcement away, so that progress announces nothing. */
    async progress({ campaign, id }: CampaignReport, written: number): Promise<void> {
      const changes = { set: { written }, remove: ['waits_for_people'] }
      await updateIgnoringConflict(table, change(keyOf.campaignReport(campaign), changes, isUnderWay(id)))
    },

    /** Completes a report. The first process that has written it wins. */
    async complete(
      { campaign, id }: CampaignReport,
      { numbers, parts, written }: Required<Pick<CampaignReport, 'numbers' | 'parts' | 'written'>>,
      now: Date,
    ): Promise<void> {
      const set = { numbers, parts, written, completed_date: now.toISOString() }
      const changes = { set, remove: ['waits_for_people'] }
      await updateIgnoringConflict(table, change(keyOf.campaignReport(campaign), changes, isUnderWay(id)))
    },
  }
}

const isUnderWay = (id: string) => all(is('id', id), lacks('completed_date'))

async function readEvents(table: Table, owner: Owner, ids: string[]): Promise<ReportedEvent[]> {
  const [items, lengths] = await Promise.all([
    getMany(table, ids.map(keyOf.event)),
    getMany(
      table,
      ids.map((id) => lists.attendancesOf(id).length),
    ),
  ])
  const found = items.flatMap((item, i) =>
    item ? [{ event: valueOf<OsdiEvent>(item), totals: countedIn(lengths[i]).totals }] : [],
  )
  const hosts = [...new Set(found.flatMap(({ event }) => (isHosted(event) ? [event.creator] : [])))]
  const persons = await getMany(table, hosts.map(keyOf.person))
  const byId = new Map(
    persons.flatMap((item) => (item?.['owner'] === owner ? [[item['id'], valueOf<Person>(item)]] : [])),
  )
  return found.map((each) => ({
    ...each,
    host: isHosted(each.event) ? byId.get(each.event.creator) : undefined,
  }))
}

/** Whether an event names the person who hosts it, a supporter or not. */
const isHosted = ({ explicit_creator, host_link }: OsdiEvent) => explicit_creator || host_link !== undefined
