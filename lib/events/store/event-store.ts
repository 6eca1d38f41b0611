import { notFound } from '../../runtime/errors.js'
import type { OsdiEvent, Uncounted } from '../event.js'
import type { Filter, Literal } from '../../fields/filter.js'
import { originPolicy, isSelectable } from '../origin.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import {
  type ActionsByStart,
  type StartRange,
  actionsByStart,
} from '../../targeting/store/actions-by-start.js'
import { attendableChange } from './attendable.js'
import { identified } from '../../resources/identified.js'
import { type AttendableEvents, attendableEvents } from './attendable-events.js'
import { loadEvent } from './load-event.js'
import { findHolder, findHolders } from '../../resources/identifiers.js'
import { readPage } from '../../collections/read-page.js'
import { type NumberedList, lists } from '../../collections/numbered-list.js'
import { getMany } from '../../table/reads.js'
import { search } from '../../collections/search/search.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putNew } from '../../table/transaction.js'
import { queuedWithChange, hostedWithNew } from '../../hosting/store/review-queue.js'
import { mailOfChange, mailOfNewEvent } from '../../mail/store/event-mail.js'
import { inSight } from '../../series/store/made-series.js'
import { listedWithChange, listedWithNew } from '../../near/store/listed-items.js'
import { endConfirmationsAfterwards, confirmationsChange } from '../../attendances/store/confirmations.js'
import { settleAfterwards } from '../../seats/store/find-seats.js'
import { isSettled } from '../admission.js'
import { placesChange } from '../../seats/store/places.js'
import { type Counted, countedIn } from './totals.js'

export type EventStore = IdentifiedStore<OsdiEvent> &
  AttendableEvents & {
    /** @throws OsdiError not_found, also for another owner's event */
    find(owner: Owner, id: string): Promise<OsdiEvent>
    /** Reads an event of any owner, by a link that names it. @returns undefined when there is none */
    look(id: string): Promise<OsdiEvent | undefined>
    /** The same where several owners will do. */
    findOf(owners: Owner[], id: string): Promise<OsdiEvent>
    /** Events of an owner, newest first. @throws OsdiError invalid, as search */
    list(owner: Owner, page: PageRequest, filter?: Filter<OsdiEvent>): Promise<Page<OsdiEvent>>
    /** Returns the ids of the events of any owner that hold the identifiers, in the order of the identifiers. */
    holdersOf(identifiers: string[]): Promise<(string | undefined)[]>
    /** Those of some events that belong to an owner, by their ids, without the numbers of their attendances. */
    findMany(owner: Owner, ids: string[]): Promise<ReadonlyMap<string, Uncounted<OsdiEvent>>>
    /** The same with the numbers of their attendances, in the order of the ids. */
    findCounted(owner: Owner, ids: string[]): Promise<OsdiEvent[]>
    /** Events of an owner that stand among all actions, newest first. */
    listActions(owner: Owner, page: PageRequest): Promise<Page<OsdiEvent>>
    /** Those of them with a start date, in the order of their starts: the soonest first, or the latest. */
    listActionsByStart(owner: Owner, range: StartRange): Promise<ActionsByStart>
    /**
     * Events of an owner whose people can be looked for, those that became so last first. A filter by anything but an
     * identifier reads all of them.
     * @throws OsdiError invalid, as search
     */
    listSelectable(owner: Owner, page: PageRequest, filter?: Filter<OsdiEvent>): Promise<Page<OsdiEvent>>
    /** Events of a campaign, of any owner, newest first. @throws OsdiError invalid, as search */
    listOfCampaign(campaign: string, page: PageRequest, filter?: Filter<OsdiEvent>): Promise<Page<OsdiEvent>>
  }

/** The mails of an event, as items of the transaction that writes it. */
export interface MailsOfEvents {
  ofNew: (table: Table, event: OsdiEvent) => TransactItem[]
  ofChange: (table: Table, before: OsdiEvent, after: OsdiEvent) => TransactItem[]
}

/** Stores events: the item, the length of its attendances, its identifiers, and its positions in lists. */
export function eventStore(
  table: Table,
  mails: MailsOfEvents = { ofNew: mailOfNewEvent, ofChange: mailOfChange },
): EventStore {
  const kept = identified(table, {
    type: 'event',
    keyOf: keyOf.event,
    load: (id) => loadEvent(table, id),
    listsOf: (event) => [lists.eventsOf(event.owner), ...furtherLists(event).map(({ list }) => list)],
    otherMembers: (event, positions) => [
      ...furtherLists(event).map(({ key }, i) => putNew(table, key, { event: event.id, ...positions[i] })),
      ...mails.ofNew(table, event),
      ...listedWithNew(table, event),
      ...hostedWithNew(table, event),
    ],
    withChange: (before, after) => [
      ...attendableChange(table, before, after),
      ...placesChange(table, before, after),
      ...confirmationsChange(table, before, after),
      ...mails.ofChange(table, before, after),
      ...listedWithChange(table, before, after),
      ...queuedWithChange(table, before, after),
    ],
  })
  const findOf = async (owners: Owner[], id: string) => {
    const event = await loadEvent(table, id)
    const [found] = event && owners.includes(event.owner) ? await inSight(table, [event]) : []
    if (!found) throw notFound()
    return found
  }
  return {
    ...kept,
    ...attendableEvents(table),

    async change(owner, id, change, ...others) {
      let started: string | undefined
      const changed = async (before: OsdiEvent, slugs: readonly string[]) => {
        started = before.start_date_utc
        return change(before, slugs)
      }
      const event = await kept.change(owner, id, changed, ...others)
      const isMoved = event.start_date_utc !== started
      if (isMoved) await endConfirmationsAfterwards(table, id)
      if (isSettled(event)) await settleAfterwards(table, id)
      return isMoved || isSettled(event) ? ((await loadEvent(table, id)) ?? event) : event
    },

    find: (owner, id) => findOf([owner], id),

    findOf,

    look: (id) => loadEvent(table, id),

    async list(owner, request, filter = []) {
      const list = lists.eventsOf(owner)
      if (filter.length === 0) return withTotals(table, await readPage<OsdiEvent>(table, list, request))
      const identifier = holderWhere(table, (event) => event.owner === owner)
      return withTotals(
        table,
        await search(table, { list, holderOf: { identifier }, startsOf: owner }, request, filter),
      )
    },

    holdersOf: (identifiers) => findHolders(table, 'event', identifiers),

    async findMany(owner, ids) {
      const items = await getMany(table, ids.map(keyOf.event), { consistent: true })
      const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<OsdiEvent>(item)] : []))
      return new Map(own.map((event) => [event.id, event]))
    },

    async findCounted(owner, ids) {
      const [items, totals] = await Promise.all([
        getMany(table, ids.map(keyOf.event)),
        readTotals(table, ids),
      ])
      const events = items.map((item) => valueOf<OsdiEvent>(item ?? {}))
      return counted(events, totals).filter((event) => event.owner === owner)
    },

    async listOfCampaign(campaign, request, filter = []) {
      const list = lists.eventsOfCampaign(campaign)
      if (filter.length === 0) return readNamed(table, list, request)
      const identifier = holderWhere(table, ({ event_campaign_id: of }) => of === campaign)
      const membersOf = (items: Item[]) => readEvents(table, items)
      return withTotals(
        table,
        await search(table, { list, holderOf: { identifier }, membersOf }, request, filter),
      )
    },

    listActions: (owner, request) => readNamed(table, lists.actionsOf(owner), request),

    async listActionsByStart(owner, range) {
      const { events, next } = await actionsByStart(table, owner, range)
      const visible = await inSight(table, events)
      const totals = await readTotals(
        table,
        visible.map(({ id }) => id),
      )
      return { events: counted(visible, totals), next }
    },

    async listSelectable(owner, request, filter = []) {
      const list = lists.selectableOf(owner)
      if (filter.length === 0) return readNamed(table, list, request)
      const identifier = holderWhere(table, (event) => event.owner === owner && isSelectable(event))
      const membersOf = (items: Item[]) => readEvents(table, items)
      const where = { list, holderOf: { identifier }, membersOf, isByCreation: false }
      return withTotals(table, await search(table, where, request, filter))
    },
  }
}

/** The other lists that a new event joins, with the key of its item in each. */
const furtherLists = ({ id, event_campaign_id: campaign, ...event }: OsdiEvent) => [
  ...(campaign ? [{ list: lists.eventsOfCampaign(campaign), key: keyOf.campaignEvent(campaign, id) }] : []),
  ...(originPolicy(event).listed ? [{ list: lists.actionsOf(event.owner), key: keyOf.action(id) }] : []),
  ...(isSelectable(event) ? [{ list: lists.selectableOf(event.owner), key: keyOf.selectable(id) }] : []),
]

/** The event that holds an identifier, if it is one of those that are looked for. */
const holderWhere =
  (table: Table, isLookedFor: (event: OsdiEvent) => boolean) => async (identifier: Literal) => {
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

/** A page of events with the numbers of their attendances. */
async function withTotals(table: Table, page: Page<OsdiEvent>): Promise<Page<OsdiEvent>> {
  const members = await inSight(table, page.members)
  const ids = members.map(({ id }) => id)
  return { ...page, members: counted(members, await readTotals(table, ids)) }
}

/** A page of a list whose members name events, and the events: two reads more, however long the list is. */
async function readNamed(table: Table, list: NumberedList, request: PageRequest): Promise<Page<OsdiEvent>> {
  const page = await readPage<{ event: string }>(table, list, request)
  const ids = page.members.map(({ event }) => event)
  const [items, totals] = await Promise.all([getMany(table, ids.map(keyOf.event)), readTotals(table, ids)])
  const events = counted(
    items.map((item) => valueOf<OsdiEvent>(item ?? {})),
    totals,
  )
  return { ...page, members: await inSight(table, events) }
}

const readTotals = async (table: Table, ids: string[]) =>
  (
    await getMany(
      table,
      ids.map((id) => lists.attendancesOf(id).length),
    )
  ).map(countedIn)

const counted = (events: OsdiEvent[], totals: Counted[]) =>
  events.map((event, i) => ({ ...event, ...(totals[i] as Counted) }))
