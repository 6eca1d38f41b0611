import type { OsdiEvent } from '../../events/event.js'
import type { Owner } from '../../runtime/owner.js'
import { inParallel } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import type { Sources } from '../../targeting/sources.js'
import { stateOfEvent } from '../campaign-report.js'
import { getBeside, getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

interface HostOfEvent {
  person: string
  event: string
}

/** Campaigns that are asked at the same time. */
const CAMPAIGNS = 8

/** Does something in each campaign of an owner. */
export async function inCampaigns(table: Table, owner: Owner, work: (campaign: string) => Promise<void>) {
  const list = lists.campaignsOf(owner)
  const length = await lengthOf(table, list)
  const campaigns = length === 0 ? [] : await readWhole(table, list, 1, length)
  await inParallel(campaigns, CAMPAIGNS, ({ id }) => work(id as string))
}

/** Returns the events of a campaign that supporters host, with their hosts: one read unit for forty of them. */
export async function eventsOfHosts(table: Table, campaign: string): Promise<HostOfEvent[]> {
  const { pk } = keyOf.hostOfEvent(campaign, '', '')
  const items = await getBeside(table, { pk, sk: 'host#' })
  return items.map((item) => valueOf<HostOfEvent>(item))
}

/** The persons who host events of a campaign that are not canceled, by the state that `stateOfEvent` names. */
export const hostsSource = (table: Table): NonNullable<Sources['hosts']> => ({
  sizeOf: async (campaign) => (await eventsOfHosts(table, campaign)).length,

  async of(campaign, state) {
    const living = await livingEventsOfHosts(table, campaign)
    const wanted = living.filter((event) => state === undefined || stateOfEvent(event) === state)
    return [...new Set(wanted.map(({ creator }) => creator))].toSorted()
  },
})

/** Returns the events of a campaign that supporters host and that are not canceled. */
export async function livingEventsOfHosts(table: Table, campaign: string): Promise<OsdiEvent[]> {
  const hosted = await eventsOfHosts(table, campaign)
  const items = await getMany(
    table,
    hosted.map(({ event }) => keyOf.event(event)),
  )
  const events = items.flatMap((item) => (item ? [valueOf<OsdiEvent>(item)] : []))
  return events.filter(({ status }) => status !== 'cancelled')
}
