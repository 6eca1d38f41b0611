import type { OsdiEvent } from '../../events/event.js'
import { derivedId } from '../../fields/identifier.js'
import { type HostRequest, type HostVerifyMail, HOST_LINK_S, MOST_UNANSWERED } from '../host-request.js'
import { stateOfEvent } from '../campaign-report.js'
import { isWaiting } from '../review.js'
import { DeleteCommand, PutCommand } from '../../table/client/commands.js'
import { ConditionalCheckFailedException } from '../../table/client/errors.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putNew, transact } from '../../table/transaction.js'
import { write } from '../../table/write.js'
import { loadEvent } from '../../events/store/load-event.js'
import { livingEventsOfHosts } from './read-hosts.js'
import { requestedMail } from '../../mail/store/requested-mail.js'

/** A host whose events need no review. */
export interface TrustedHost {
  person: string
  /** When the team began to trust the host. */
  since: string
}

/** A page of events that wait for a review. */
export interface WaitingEvents {
  events: OsdiEvent[]
  /** Number of all that wait, at most a thousand. */
  total: number
}

/** Most entries of a queue that are counted. */
const MOST_WAITING = 1_000

/**
 * Keeps a request and asks for its email, unless its mailbox has too many unanswered links.
 * @returns false when it has
 */
export async function askToHost(table: Table, request: HostRequest, now: Date): Promise<boolean> {
  for (let slot = 0; slot < MOST_UNANSWERED; slot++) if (await takeSlot(table, request, slot, now)) return true
  return false
}

/** @returns undefined for a request that has expired, or never was */
export async function findHostRequest(table: Table, id: string, now: Date): Promise<HostRequest | undefined> {
  const item = await getOne(table, keyOf.hostRequest(id))
  const request = item && valueOf<HostRequest>(item)
  // DynamoDB removes what has expired within days.
  return request && request.expires * 1000 > now.getTime() ? request : undefined
}

/** Notes that a link was answered: its mailbox may have another one. */
export async function answerHostRequest(table: Table, { id, mailbox }: HostRequest): Promise<void> {
  await deleteItem(table, keyOf.hostRequest(id))
  const slots = await getBeside(table, keyOf.hostLinkSlot(mailbox, '' as never))
  const taken = slots.find(({ request }) => request === id)
  if (!taken) return
  const { pk, sk } = taken
  const input = {
    TableName: table.name,
    Key: { pk, sk },
    ConditionExpression: '#request = :id',
    ExpressionAttributeNames: { '#request': 'request' },
    ExpressionAttributeValues: { ':id': id },
  }
  await unlessConditionFails(write(table, () => new DeleteCommand(input)))
}

export async function isTrustedHost(table: Table, campaign: string, person: string): Promise<boolean> {
  return (await getOne(table, keyOf.trustedHost(campaign, person))) !== undefined
}

export async function trustHost(table: Table, campaign: string, person: string, now: Date): Promise<void> {
  const Item = { ...keyOf.trustedHost(campaign, person), campaign, person, since: now.toISOString() }
  await write(table, () => new PutCommand({ TableName: table.name, Item }))
}

export async function distrustHost(table: Table, campaign: string, person: string): Promise<void> {
  const Key = keyOf.trustedHost(campaign, person)
  await write(table, () => new DeleteCommand({ TableName: table.name, Key }))
}

export async function trustedHosts(table: Table, campaign: string): Promise<TrustedHost[]> {
  const items = await getBeside(table, keyOf.trustedHost(campaign, ''))
  return items.map((item) => valueOf<TrustedHost>(item))
}

/** Returns the ids of the events that a person hosts in a campaign. */
export async function eventsOfHost(table: Table, campaign: string, person: string): Promise<string[]> {
  const items = await getBeside(table, keyOf.hostOfEvent(campaign, person, ''))
  return items.map(({ event }) => event as string)
}

/** Returns the states in which supporters host events that are not canceled, and the number of hosts in each. */
export async function statesOfHosts(table: Table, campaign: string): Promise<{ state: string; hosts: number }[]> {
  const living = await livingEventsOfHosts(table, campaign)
  const states = Map.groupBy(living, stateOfEvent)
  return [...states].map(([state, events]) => ({
    state,
    hosts: new Set(events.map(({ creator }) => creator)).size,
  }))
}

/** Returns the events of a campaign that wait, oldest first. */
export async function waitingForReview(table: Table, campaign: string, most: number): Promise<WaitingEvents> {
  const entries = await getBeside(table, queueOf(campaign), MOST_WAITING)
  const ids = entries.slice(0, most).map(({ event }) => event as string)
  const found = await Promise.all(ids.map((id) => loadEvent(table, id)))
  const events = found.filter((event) => event !== undefined && isWaiting(event)) as OsdiEvent[]
  return { events, total: entries.length - Math.min(entries.length, most) + events.length }
}

/** The beginning of the keys of a queue, which are in the order of time. */
const queueOf = (campaign: string) => ({ ...keyOf.waitingReview(campaign, '', ''), sk: 'since ' })

/** Keeps a request in a slot of its mailbox, with its email. @returns false when an unanswered link has the slot */
const takeSlot = (table: Table, request: HostRequest, slot: number, now: Date): Promise<boolean> =>
  retryOnConflict(async () => {
    const seconds = Math.floor(now.getTime() / 1000)
    const key = keyOf.hostLinkSlot(request.mailbox, slot)
    const Item = { ...key, request: request.id, expires: seconds + HOST_LINK_S }
    const mail = derivedId('mail', 'host-verify', request.id)
    const outcome = await transact(table, [
      {
        Put: {
          TableName: table.name,
          Item,
          ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
          ExpressionAttributeValues: { ':now': seconds },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      putNew(table, keyOf.hostRequest(request.id), request),
      putNew(table, keyOf.mail(mail), requestedMail<HostVerifyMail>({ kind: 'host-verify', request: request.id }, now)),
    ])
    if (outcome === 'written') return true
    // Another form of the mailbox is under way where no item was met.
    return outcome.isEmpty ? undefined : outcome.at(keyOf.hostRequest(request.id)) !== undefined
  })

async function unlessConditionFails(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
