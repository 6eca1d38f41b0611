import { OsdiError, notFound } from '../domain/errors.js'
import type { OsdiEvent } from '../domain/event.js'
import type { Page, PageRequest } from '../domain/page.js'
import type { Owner } from '../domain/principal.js'
import { type EventsWorld, identifierConflict } from '../domain/record-event.js'
import { getMany, getOne, queryAll } from './reads.js'
import { claim, holderIn } from './identifiers.js'
import { type NumberedList, append, lengthIn, lists, readPage } from './numbered-list.js'
import { type Table, keyOf, valueOf } from './table.js'
import { compete, putNew, updateWith } from './transaction.js'
import { updateOf } from './update.js'

/** An item holds 400 KB (DynamoDB limit); the rest is for attribute names, numbers and index keys. */
const MAX_EVENT_BYTES = 380_000

export type EventStore = EventsWorld['events'] & {
  /** @throws OsdiError not_found, also for another owner's event */
  find(owner: Owner, id: string): Promise<OsdiEvent>
  /** Events of an owner, newest first. */
  list(owner: Owner, page: PageRequest): Promise<Page<OsdiEvent>>
  /** Events of a campaign, whoever owns them, newest first. */
  listOfCampaign(campaign: string, page: PageRequest): Promise<Page<OsdiEvent>>
}

/** Events: the item, the length of its attendances beside it, its identifiers, its places in lists. */
export function eventStore(table: Table): EventStore {
  return {
    async find(owner, id) {
      const event = await load(table, id)
      if (event?.owner !== owner) throw notFound()
      return event
    },

    async list(owner, request) {
      const page = await readPage<OsdiEvent>(table, lists.eventsOf(owner), request)
      const totals = await readTotals(
        table,
        page.members.map(({ id }) => id),
      )
      return { ...page, members: counted(page.members, totals) }
    },

    async listOfCampaign(campaign, request) {
      const page = await readPage<{ event: string }>(table, lists.eventsOfCampaign(campaign), request)
      const ids = page.members.map(({ event }) => event)
      const [items, totals] = await Promise.all([
        getMany(table, ids.map(keyOf.event)),
        readTotals(table, ids),
      ])
      return {
        ...page,
        members: counted(
          items.map((item) => valueOf<OsdiEvent>(item ?? {})),
          totals,
        ),
      }
    },

    async create(event) {
      const { total_accepted: _counted, ...kept } = fitting(event)
      const { id, owner, event_campaign_id: campaign, identifiers } = kept
      const into: [NumberedList, ...NumberedList[]] = [
        lists.eventsOf(owner),
        ...(campaign ? [lists.eventsOfCampaign(campaign)] : []),
      ]
      const refusals = await append(table, into, ([place, placeInCampaign]) => [
        ...identifiers.map((identifier) => claim(table, 'event', identifier, id)),
        putNew(table, keyOf.event(id), { ...kept, ...place }),
        ...(campaign
          ? [putNew(table, keyOf.campaignEvent(campaign, id), { event: id, ...placeInCampaign })]
          : []),
      ])
      return refusals.flatMap((stood) => (stood ? [holderIn(stood)] : []))
    },

    async ownerOf(id) {
      return (await getOne(table, keyOf.event(id)))?.['owner'] as Owner | undefined
    },

    async change(owner, id, change, whenTaken) {
      const leftOut: string[] = []
      return compete(async () => {
        const before = await load(table, id)
        if (before?.owner !== owner) throw notFound()
        const wanted = await change(before)
        const after = fitting({
          ...wanted,
          identifiers: wanted.identifiers.filter((each) => !leftOut.includes(each)),
        })
        const claimed = after.identifiers.filter((each) => !before.identifiers.includes(each))
        const outcome = await write(table, before, after, claimed)
        if (outcome === 'written') return { event: after, leftOut }
        const taken = claimed.filter((_, i) => outcome[i] && holderIn(outcome[i]) !== id)
        if (taken.length > 0 && whenTaken === 'refuse') throw identifierConflict()
        leftOut.push(...taken)
        return undefined
      })
    },
  }
}

/** One Query for the event and the length of its attendances; their keys stand side by side. */
async function load(table: Table, id: string): Promise<OsdiEvent | undefined> {
  const { pk, sk } = keyOf.event(id)
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :length AND :event',
    ExpressionAttributeValues: { ':pk': pk, ':length': lists.attendancesOf(id).length.sk, ':event': sk },
    ConsistentRead: true,
  })
  const event = items.find((item) => item['sk'] === sk)
  const length = items.find((item) => item['sk'] !== sk)
  return event && { ...valueOf<OsdiEvent>(event), total_accepted: lengthIn(length) }
}

const readTotals = async (table: Table, ids: string[]) =>
  (
    await getMany(
      table,
      ids.map((id) => lists.attendancesOf(id).length),
    )
  ).map(lengthIn)

const counted = (events: OsdiEvent[], totals: number[]) =>
  events.map((event, i) => ({ ...event, total_accepted: totals[i] ?? 0 }))

/** Writes what a change made different, on condition that nobody changed the event since it was read. */
function write(table: Table, before: OsdiEvent, after: OsdiEvent, claimed: string[]) {
  const { total_accepted: _before, ...from } = before
  const { total_accepted: _after, ...to } = after
  const update = { Key: keyOf.event(before.id), ...updateOf(from, to, { revision: before.revision }) }
  const claims = claimed.map((identifier) => claim(table, 'event', identifier, before.id))
  return updateWith(table, update, claims)
}

function fitting(event: OsdiEvent): OsdiEvent {
  const bytes = Buffer.byteLength(JSON.stringify(event))
  if (bytes <= MAX_EVENT_BYTES) return event
  throw new OsdiError('too_large', `An event holds at most ${MAX_EVENT_BYTES} bytes; this one has ${bytes}`)
}
