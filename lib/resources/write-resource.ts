import type { Owner } from '../runtime/owner.js'
import type { Attendance } from '../attendances/attendance.js'
import type { EventCampaign } from '../campaigns/event-campaign.js'
import type { OsdiEvent } from '../events/event.js'
import type { Person } from '../people/person.js'
import type { TargetingQuery } from '../targeting/targeting-query.js'
import type { TransactItem } from '../table/conflicts.js'
import type { ResourceKey, ResourceType } from '../table/items/kind.js'
import { type NumberedList, lists } from '../collections/numbered-list.js'
import { changeOf } from '../collections/search/changes.js'
import { type Table, keyIn, keyOf } from '../table/table.js'
import { type OptimisticUpdate, putNew } from '../table/transaction.js'
import { revise } from '../table/update.js'
import { restampIfLate } from './late-writes.js'
import { type MailCause, withMails } from '../mail/store/mail-cause.js'
import {
  type Ownership,
  UNREPORTED,
  type WebhookInterest,
  announcing,
  announcingAttendance,
} from '../webhooks/store/announce.js'

/*
 * The one way in which resources are written. Webhooks hear of each write (docs/decisions/0031), each write of an
 * attendance says which mail it causes (docs/decisions/0033), and readers of changes do not miss a write that took long
 * (docs/decisions/0014). The key of a resource is accepted here alone, so that no other code can write one.
 */

/** The resources by their types. */
export interface Resources {
  event: OsdiEvent
  event_campaign: EventCampaign
  person: Person
  attendance: Attendance
  targeting_query: TargetingQuery
}

/** Names the webhooks that hear of a write: by the owner of the resource, or by the event of an attendance. */
interface Concerned {
  event: Owner
  event_campaign: Owner
  person: Owner
  attendance: Ownership | string
  targeting_query: Owner
}

/** Tells where the items of a type of resource are, and which webhooks hear of them. */
interface Declaration<Type extends ResourceType> {
  keyOf: (resource: Resources[Type]) => ResourceKey
  /** The list whose readers follow changes of the resource. */
  listOf: (resource: Resources[Type]) => NumberedList
  /** The part of a resource that its item holds; the rest is counted elsewhere. */
  itemOf: (resource: Resources[Type]) => { revision: number }
  interestOf: (table: Table, concerned: Concerned[Type]) => Promise<WebhookInterest>
}

const whole = <Resource>(resource: Resource) => resource

const DECLARATIONS: { [Type in ResourceType]: Declaration<Type> } = {
  event: {
    keyOf: ({ id }) => keyOf.event(id),
    listOf: ({ owner }) => lists.eventsOf(owner),
    itemOf: ({ total_accepted: _accepted, total_attendances: _length, totals: _totals, ...kept }) => kept,
    interestOf: (table, owner) => announcing(table, 'event', owner),
  },
  event_campaign: {
    keyOf: ({ id }) => keyOf.campaign(id),
    listOf: ({ owner }) => lists.campaignsOf(owner),
    itemOf: whole,
    interestOf: (table, owner) => announcing(table, 'event_campaign', owner),
  },
  person: {
    keyOf: ({ id }) => keyOf.person(id),
    listOf: ({ owner }) => lists.peopleOf(owner),
    itemOf: whole,
    interestOf: (table, owner) => announcing(table, 'person', owner),
  },
  attendance: {
    keyOf: ({ person, event }) => keyOf.attendance(person, event),
    listOf: ({ event }) => lists.attendancesOf(event),
    itemOf: whole,
    interestOf: (table, event) => announcingAttendance(table, event),
  },
  // No webhook hears of targeting queries.
  targeting_query: {
    keyOf: ({ id }) => keyOf.query(id),
    listOf: ({ owner }) => lists.queriesOf(owner),
    itemOf: whole,
    interestOf: () => Promise.resolve(UNREPORTED),
  },
}

/** The interest of webhooks in the types of resources that a write is about. */
export type Interests<Type extends ResourceType> = Record<Type, WebhookInterest>

/** Asks for the interest of webhooks before a write: beside other reads, where there are some. */
export async function interestsIn<Type extends ResourceType>(
  table: Table,
  concerned: { [Each in Type]: Concerned[Each] },
): Promise<Interests<Type>> {
  const types = Object.keys(concerned) as Type[]
  const found = await Promise.all(
    types.map(async (type) => [type, await declarationOf(type).interestOf(table, concerned[type])] as const),
  )
  return Object.fromEntries(found) as Interests<Type>
}

/** The mails that writes cause. No other resource than an attendance causes one by itself. */
interface Causes {
  event: []
  event_campaign: []
  person: []
  attendance: [cause: MailCause]
  targeting_query: []
}

/** Builds the items of the resources of one write. */
export interface Writer<Type extends ResourceType> {
  /**
   * Returns the put of a new resource.
   * @param attributes of its position in the list
   */
  put<T extends Type>(
    type: T,
    resource: Resources[T],
    attributes: object | undefined,
    ...cause: Causes[T]
  ): TransactItem
  /** Returns the update of a resource, on condition of the revision that it had. */
  update<T extends Type>(
    type: T,
    before: Resources[T],
    after: Resources[T],
    ...cause: Causes[T]
  ): OptimisticUpdate
}

/** The end of a write: what stood against it, or the resources as they were written last. */
export interface Ended<Missed> {
  outcome: 'written' | Missed
  /** Returns a resource as it was written: its date is later where the write took long. */
  latest: <Resource extends { id: string }>(resource: Resource) => Resource
}

/**
 * Writes resources. Those that are written so late that a reader or a webhook may have missed them are stamped again.
 * @param write sends the items that the writer builds, each as often as it needs to
 */
export async function writeResource<Type extends ResourceType, Missed>(
  table: Table,
  interests: Interests<Type>,
  write: (writer: Writer<Type>) => Promise<'written' | Missed>,
): Promise<Ended<Missed>> {
  const pending = new Map<string, () => Promise<object>>()
  const note = <T extends Type>(type: T, resource: Resources[T]) => {
    const { keyOf: key, listOf } = declarationOf(type)
    pending.set(resource.id, () =>
      restampIfLate(table, listOf(resource), key(resource), resource, interests[type]),
    )
  }
  const attributesOf = (type: Type, resource: Resources[Type], [cause]: MailCause[]) =>
    withMails(interests[type].announced, cause ? cause(resource as Attendance) : {})
  const outcome = await write({
    put(type, resource, attributes, ...cause) {
      note(type, resource)
      const { keyOf: key, itemOf } = declarationOf(type)
      return putNew(table, keyIn(key(resource)), {
        ...itemOf(resource),
        ...attributes,
        ...attributesOf(type, resource, cause),
      })
    },
    update(type, before, after, ...cause) {
      note(type, after)
      const { keyOf: key, listOf, itemOf } = declarationOf(type)
      return revise(keyIn(key(after)), itemOf(before), {
        ...itemOf(after),
        ...changeOf(listOf(after), after),
        ...attributesOf(type, after, cause),
      })
    },
  })
  const latest = new Map<string, object>()
  if (outcome === 'written')
    await Promise.all([...pending].map(async ([id, restamp]) => latest.set(id, await restamp())))
  return {
    outcome,
    latest: (resource) => (latest.get(resource.id) as typeof resource | undefined) ?? resource,
  }
}

const declarationOf = <Type extends ResourceType>(type: Type): Declaration<Type> => DECLARATIONS[type]
