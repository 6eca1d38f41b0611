import type { Owner } from '../../runtime/owner.js'
import type { Filter, Literal } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { type NumberedList, lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { search } from '../../collections/search/search.js'
import { findHolder } from '../../resources/identifiers.js'
import { getMany } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import type { OsdiEvent } from '../event.js'
import { isSelectable } from '../origin.js'
import { type ActionsByStart, type StartRange, actionsByStart } from './actions-by-start.js'
import { loadEvent } from './load-event.js'
import { type InSight, counted, readTotals } from './read-events.js'

export function eventLists(table: Table, inSight: InSight) {
  /** A page of events with the numbers of their attendances. */
  async function withTotals(page: Page<OsdiEvent>): Promise<Page<OsdiEvent>> {
    const members = await inSight(table, page.members)
    const ids = members.map(({ id }) => id)
    return { ...page, members: counted(members, await readTotals(table, ids)) }
  }

  /** A page of a list whose members name events, and the events: two reads more, however long the list is. */
  async function readNamed(list: NumberedList, request: PageRequest): Promise<Page<OsdiEvent>> {
    const page = await readPage<{ event: string }>(table, list, request)
    const ids = page.members.map(({ event }) => event)
    const [items, totals] = await Promise.all([getMany(table, ids.map(keyOf.event)), readTotals(table, ids)])
    const events = counted(
      items.map((item) => valueOf<OsdiEvent>(item ?? {})),
      totals,
    )
    return { ...page, members: await inSight(table, events) }
  }

  return {
    /** Events of an owner, newest first. @throws OsdiError invalid, as search */
    async list(owner: Owner, request: PageRequest, filter: Filter<OsdiEvent> = []): Promise<Page<OsdiEvent>> {
      const list = lists.eventsOf(owner)
      if (filter.length === 0) return withTotals(await readPage<OsdiEvent>(table, list, request))
      const identifier = holderWhere(table, (event) => event.owner === owner)
      return withTotals(await search(table, { list, holderOf: { identifier }, startsOf: owner }, request, filter))
    },

    /** Events of a campaign, of any owner, newest first. @throws OsdiError invalid, as search */
    async listOfCampaign(
      campaign: string,
      request: PageRequest,
      filter: Filter<OsdiEvent> = [],
    ): Promise<Page<OsdiEvent>> {
      const list = lists.eventsOfCampaign(campaign)
      if (filter.length === 0) return readNamed(list, request)
      const identifier = holderWhere(table, ({ event_campaign_id: of }) => of === campaign)
      const membersOf = (items: Item[]) => readEvents(table, items)
      return withTotals(await search(table, { list, holderOf: { identifier }, membersOf }, request, filter))
    },

    /** Events of an owner that stand among all actions, newest first. */
    listActions: (owner: Owner, request: PageRequest) => readNamed(lists.actionsOf(owner), request),

    /** Those of them with a start date, in the order of their starts: the soonest first, or the latest. */
    async listActionsByStart(owner: Owner, range: StartRange): Promise<ActionsByStart> {
      const { events, next } = await actionsByStart(table, owner, range)
      const visible = await inSight(table, events)
      const totals = await readTotals(
        table,
        visible.map(({ id }) => id),
      )
      return { events: counted(visible, totals), next }
    },

    /**
     * Events of an owner whose people can be looked for, those that became so last first. A filter by anything but an
     * identifier reads all of them.
     * @throws OsdiError invalid, as search
     */
    async listSelectable(owner: Owner, request: PageRequest, filter: Filter<OsdiEvent> = []): Promise<Page<OsdiEvent>> {
      const list = lists.selectableOf(owner)
      if (filter.length === 0) return readNamed(list, request)
      const identifier = holderWhere(table, (event) => event.owner === owner && isSelectable(event))
      const membersOf = (items: Item[]) => readEvents(table, items)
      const where = { list, holderOf: { identifier }, membersOf, isByCreation: false }
      return withTotals(await search(table, where, request, filter))
    },
  }
}

/** Lists events, each with the numbers of its attendances. */
export type EventLists = ReturnType<typeof eventLists>

/** The event that holds an identifier, if it is one of those that are looked for. */
const holderWhere = (table: Table, isLookedFor: (event: OsdiEvent) => boolean) => async (identifier: Literal) => {
  const id = await findHolder(table, 'event', identifier)
  const event = id && (await loadEvent(table, id))
  return event && isLookedFor(event) ? event : undefined
}

/** The events that members of a campaign's list stand for. */
async function readEvents(table: Table, items: Item[]): Promise<OsdiEvent[]> {
  const events = await getMany(
    table,
    items.map(({ event }) => keyOf.event(event as string)),
  )
  return events.flatMap((item) => (item ? [valueOf<OsdiEvent>(item)] : []))
}
