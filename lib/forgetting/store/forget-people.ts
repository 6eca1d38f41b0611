import { randomUUID } from 'node:crypto'
import { settingsIn, type OwnerSettings } from '../../access/owner-settings.js'
import type { Owner } from '../../runtime/owner.js'
import type { Attendance } from '../../attendances/attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import { type Dated, isOver } from '../../events/upcoming.js'
import { type Erasing, erasePerson } from '../../merging/erase-person.js'
import { horizonOf, isForgettable } from '../forgetting.js'
import type { Person } from '../../people/person.js'
import { log } from '../../runtime/log.js'
import { inParallel } from '../../table/in-parallel.js'
import { keyOfOwner } from '../../table/items/items.js'
import { type MayBeDue, everyPartition } from '../../collections/due-partitions.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { pendingIn } from '../../collections/pending.js'
import { readWhole } from '../../collections/read-page.js'
import { getMany, getOne, queryPages } from '../../table/reads.js'
import { type Item, type Table, idInKey, keyIn, keyOf, valueOf } from '../../table/table.js'
import { deleteItem } from '../../table/transaction.js'
import { appendToLog } from '../../access/store/log-store.js'
import { hasRole } from '../../access/store/roles.js'
import { attendancesOfPerson } from '../../attendances/store/attendances-of-person.js'
import { taggingsOfPerson } from '../../tags/store/tag-store.js'
import { type Forgetting, keepProgress } from './forgetting.js'
import { FORGETTING } from '../../table/items/pending-work.js'

/** RSVPs that are read together, and people who are looked at together. */
const [RSVPS, PEOPLE] = [100, 8]

/** The events that stay open are kept in one item: those of some years. */
const MOST_OPEN = 500

const DAY_MS = 24 * 60 * 60_000

/** Clocks are ahead of UTC by at most 14 hours. */
const AHEAD_MS = 14 * 60 * 60_000

/**
 * Forgets the people whose time has come, of every owner for whom work is due. What is left is done by the next run.
 * Safe to run concurrently and to interrupt.
 * @param deadline after which no further people are looked at, in milliseconds since 1970
 * @throws what the first failing owner threw, at the end
 */
export async function forgetPeople(
  table: Table,
  erasure: Erasing,
  now: Date,
  deadline = Infinity,
  mayBeDue: MayBeDue = everyPartition,
): Promise<void> {
  if (!mayBeDue(FORGETTING)) return
  const failures: unknown[] = []
  for await (const page of queryPages(table, pendingIn(FORGETTING, now)))
    for (const { pk, sk } of page) {
      if (Date.now() >= deadline) return
      try {
        const item = await getOne(table, { pk, sk })
        if (item) await forgetPeopleOf({ table, erasure, now, deadline }, item)
      } catch (error) {
        log({ level: 'error', message: `People are not forgotten yet, ${pk}: ${String(error)}` })
        failures.push(error)
      }
    }
  if (failures.length > 0) throw failures[0]
}

async function forgetPeopleOf(common: Common, item: Item): Promise<void> {
  const { table, now } = common
  let progress = valueOf<Forgetting>(item)
  const { owner } = progress
  const settings = settingsIn((await getOne(table, keyOfOwner(owner))) ?? {})
  if (!settings.forget_after) {
    await deleteItem(table, keyIn(item))
    return
  }
  const horizon = horizonOf(settings.forget_after, now)
  const forgetting = { ...common, owner, settings, horizon, hosts: hostsOf(table, owner, horizon) }

  /** Looks at an event that has ended. @returns whether the work goes on */
  const lookAt = async (event: OsdiEvent, after: Partial<Forgetting>) => {
    const from = progress.event === event.id ? (progress.position ?? 0) : 0
    const position = await forgetPeopleAt(event, from, forgetting)
    const { event: _event, position: _position, ...others } = progress
    progress = position === undefined ? { ...others, ...after } : { ...others, event: event.id, position }
    return (await keepProgress(table, progress)) && position === undefined
  }

  for (const event of await eventsAt(table, progress.open ?? [])) {
    const open = (progress.open ?? []).filter((id) => id !== event.id)
    if (isOver(event, horizon) && !(await lookAt(event, { open }))) return
  }
  for await (const entries of eventsBegun(table, progress, horizon)) {
    const events = await getMany(table, entries.map(keyIn))
    for (const [i, entry] of entries.entries()) {
      const event = events[i] && valueOf<OsdiEvent>(events[i])
      const after = { pk: entry.pk, sk: entry.sk, owner, start_date: entry['start_date'] }
      if (event && isOver(event, horizon)) {
        if (!(await lookAt(event, { after }))) return
      } else {
        const open = [...(progress.open ?? []), ...(event ? [event.id] : [])].slice(-MOST_OPEN)
        progress = { ...progress, after, open }
      }
    }
  }
  await keepProgress(table, progress, new Date(now.getTime() + DAY_MS))
}

/** The entries of the events of an owner that began before a time, after those that were looked at. */
const eventsBegun = (table: Table, { owner, after }: Forgetting, before: Date) =>
  queryPages(
    table,
    {
      IndexName: 'starts',
      KeyConditionExpression: '#owner = :owner AND start_date < :before',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: {
        ':owner': owner,
        ':before': new Date(before.getTime() + AHEAD_MS).toISOString().slice(0, 19),
      },
    },
    after,
  )

const eventsAt = async (table: Table, ids: string[]): Promise<OsdiEvent[]> =>
  (await getMany(table, ids.map(keyOf.event))).flatMap((item) => (item ? [valueOf<OsdiEvent>(item)] : []))

/** The dependencies that all owners have in common. */
interface Common {
  table: Table
  erasure: Erasing
  now: Date
  deadline: number
}

interface Work extends Common {
  owner: Owner
  settings: OwnerSettings
  horizon: Date
  /** The people who host an event that ended too recently, or has not ended. */
  hosts: () => Promise<ReadonlySet<string>>
}

/**
 * Forgets those people of an event whom nothing else ties, and logs how many.
 * @param from the ordinal of the last RSVP that was looked at
 * @returns the same when the deadline came; undefined when all people were looked at
 */
async function forgetPeopleAt({ id, title }: OsdiEvent, from: number, work: Work): Promise<number | undefined> {
  const { table, owner, now, deadline } = work
  const list = lists.attendancesOf(id)
  const length = await lengthOf(table, list)
  let [position, forgotten] = [from, 0]
  while (position < length && Date.now() < deadline) {
    const last = Math.min(length, position + RSVPS)
    const members = await readWhole(table, list, position + 1, last)
    const people = members.map((member) => valueOf<Attendance>(member).person)
    const outcomes = await inParallel(people, PEOPLE, (person) => forget(person, work))
    forgotten += outcomes.filter(Boolean).length
    position = last
  }
  if (forgotten > 0)
    await appendToLog(table, {
      id: randomUUID(),
      owner,
      action: 'people_forgotten',
      created_date: now.toISOString(),
      subject: { id, title },
      detail: String(forgotten),
    })
  return position < length ? position : undefined
}

/** Forgets a person, where nothing but events that ended long ago ties them. @returns whether it did */
async function forget(id: string, { table, erasure, owner, settings, horizon, hosts }: Work): Promise<boolean> {
  const item = await getOne(table, keyOf.person(id))
  const person = item && valueOf<Person>(item)
  if (person?.owner !== owner || person.erased_date !== undefined) return false
  const [attendances, tags, isMember] = await Promise.all([
    attendancesOfPerson(table, id),
    taggingsOfPerson(table, owner, id),
    hasRole(table, owner, id),
  ])
  const events: Dated[] = await eventsAt(
    table,
    attendances.map(({ event }) => event),
  )
  const ties = { person, events, isTagged: tags.length > 0, hasRole: isMember, isHost: false }
  if (!isForgettable(ties, settings, horizon)) return false
  if (!isForgettable({ ...ties, isHost: (await hosts()).has(id) }, settings, horizon)) return false
  await erasePerson(erasure, owner, id)
  return true
}

/** Reads, when first called, the hosts of events of an owner that ended too recently or have not ended. */
function hostsOf(table: Table, owner: Owner, horizon: Date): Work['hosts'] {
  let found: Promise<ReadonlySet<string>> | undefined
  const read = async () => {
    const hosts = new Set<string>()
    const entries = queryPages(table, {
      IndexName: 'starts',
      KeyConditionExpression: '#owner = :owner AND start_date >= :from',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: {
        ':owner': owner,
        ':from': new Date(horizon.getTime() - AHEAD_MS).toISOString().slice(0, 19),
      },
    })
    for await (const page of entries)
      for (const { creator } of await eventsAt(
        table,
        page.map(({ pk }) => idInKey(pk)),
      ))
        hosts.add(creator)
    return hosts
  }
  return () => (found ??= read())
}
