import { randomUUID } from 'node:crypto'
import { type Attendance, newAttendance } from '../../../lib/attendances/attendance.js'
import { type OsdiEvent, newEvent } from '../../../lib/events/event.js'
import type { EmailStatus } from '../../../lib/people/person-fields.js'
import { type Person, enteredPerson } from '../../../lib/people/person.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { type Audience, type QueryResult, newResult, totalFor } from '../../../lib/targeting/query-result.js'
import { type TargetingQuery, newQuery } from '../../../lib/targeting/targeting-query.js'
import { scan } from '../../../lib/table/scan.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { markContended } from '../../../lib/collections/contention.js'
import { inParallel, inPieces } from '../../../lib/table/in-parallel.js'
import { lists, positionAt } from '../../../lib/collections/numbered-list.js'
import { assignOrdinals } from '../../../lib/app/sequencer.js'
import type { WaitingResult } from '../../../lib/targeting/store/compute-waiting.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import { getOne } from '../../../lib/table/reads.js'
import { type Table, keyIn, keyOf, valueOf } from '../../../lib/table/table.js'
import { putIfAbsent } from '../../../lib/table/transaction.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { record } from '../../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../../lib/app/reactions/attendance.js'

/*
 * Many attendances of some events, and what a plain computation over everything in the table says of a query.
 */

export const OWNER: Owner = 'group:one'
const DAY = 86_400_000
/** RSVPs are from these ten days. */
export const FIRST_DAY = Date.UTC(2026, 9, 1)

export interface Size {
  events: number
  people: number
  /** Attendances of each event; those of calm events are written one by one. */
  each: number
  calm: number
}

const STATUSES: (EmailStatus | undefined)[] = ['subscribed', 'subscribed', 'unsubscribed', 'bouncing', undefined]

function aPerson(i: number): Person {
  // A few people are in the list of another owner, who may record them at an event of the owner's campaign.
  const owner = i % 50 === 49 ? 'group:other' : OWNER
  const email = `person-${i}@example.org`
  const person = enteredPerson({ id: randomUUID(), owner, given_name: `Person ${i}`, email }, new Date())
  const status = STATUSES[i % STATUSES.length]
  const email_addresses = status ? [{ primary: true as const, address: email, status }] : []
  return { ...person, email_addresses }
}

export async function givenEvent(table: Table, title: string): Promise<OsdiEvent> {
  const circumstances = {
    id: randomUUID(),
    principal: { owner: OWNER },
    now: new Date(),
    creator: 'someone',
    explicit_creator: false,
  }
  const event = await newEvent({ title, origin_system: 'Test' }, circumstances, unknownLocation)
  await eventStore(table).create(event)
  return event
}

/** Records an attendance, as an endpoint does. */
export async function attend(table: Table, id: string, person: string, date = new Date()): Promise<void> {
  const event = await eventStore(table).find(OWNER, id)
  await record(table, attendanceReactions, newAttendance(id, person, {}, date), event)
}

/** Some thousands of attendances, of events with and without contended lists. @returns the ids of the events */
export async function givenAttendances(table: Table, { events, people, each, calm }: Size): Promise<string[]> {
  const persons = Array.from({ length: people }, (_, i) => aPerson(i))
  await inParallel(persons, 16, (person) => putIfAbsent(table, keyIn(keyOf.person(person.id)), person))
  const ids: string[] = []
  for (let i = 0; i < events; i++) {
    const event = await givenEvent(table, `Event ${i}`)
    const { id } = event
    ids.push(id)
    const crowd = someOf(persons, each)
    const date = () => new Date(FIRST_DAY + Math.floor(Math.random() * 10 * DAY))
    const come = async (person: Person) => {
      if (i < calm) return attend(table, id, person.id, date())
      markContended(table, lists.attendancesOf(id))
      await record(table, attendanceReactions, newAttendance(id, person.id, {}, date()), event)
    }
    await inParallel(crowd, i < calm ? 1 : 16, come)
    await assignOrdinals(
      table,
      lists.attendancesOf(id).name,
      crowd.map((person) => person.id),
    )
  }
  return ids
}

/**
 * The same much faster: attendances are put where a calm event would have put them, without asking it. Of tens of
 * thousands, nothing else would come to an end.
 * @returns the ids of the events, and all that was put
 */
export async function plantAttendances(table: Table, { events, people, each }: Omit<Size, 'calm'>) {
  const persons = Array.from({ length: people }, (_, i) => aPerson(i))
  const planted: Export = { attendances: [], people: new Map(persons.map((person) => [person.id, person])) }
  const ids: string[] = []
  for (let i = 0; i < events; i++) {
    const { id } = await givenEvent(table, `Event ${i}`)
    ids.push(id)
    const list = lists.attendancesOf(id)
    const attendances = someOf(persons, each).map((person) =>
      newAttendance(id, person.id, {}, new Date(FIRST_DAY + Math.floor(Math.random() * 10 * DAY))),
    )
    planted.attendances.push(...attendances)
    await plant(table, [
      ...attendances.map((attendance, i) => ({
        ...attendance,
        ...keyOf.attendance(attendance.person, id),
        ...positionAt(list, i + 1),
      })),
      { ...list.length, length: attendances.length },
    ])
  }
  await plant(
    table,
    persons.map((person) => ({ ...person, ...keyOf.person(person.id) })),
  )
  return { ids, planted }
}

const plant = (table: Table, items: object[]) =>
  inParallel(inPieces(items, 25), 1, async (piece) => {
    const RequestItems = { [table.name]: piece.map((Item) => ({ PutRequest: { Item } })) }
    // An engine on a busy machine may need another chance; puts are the same however often they come.
    for (let tries = 0; ; tries++)
      try {
        return await table.client.send(new BatchWriteCommand({ RequestItems }))
      } catch (error) {
        if (tries > 20) throw error
      }
  })

/** Different members of a group, in any order. */
function someOf<Member>(group: Member[], count: number): Member[] {
  const left = [...group]
  return Array.from({ length: Math.min(count, group.length) }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1),
  ).flat()
}

/** Everything in the table. */
export interface Export {
  attendances: Attendance[]
  people: Map<string, Person>
}

export async function exported(table: Table): Promise<Export> {
  const found: Export = { attendances: [], people: new Map() }
  for await (const items of scan(table))
    for (const item of items)
      if (item.sk.startsWith('attendance#')) found.attendances.push(valueOf<Attendance>(item))
      else if (item.sk === 'person') found.people.set(item['id'] as string, valueOf<Person>(item))
  return found
}

/** The people of a query by the letter: everybody of the owner is asked about every event. */
export function plainly({ attendances, people }: Export, query: TargetingQuery, audience: Audience): Set<string> {
  const inRange = ({ created_date: date }: Attendance) =>
    (!query.rsvp_from || Date.parse(date) >= Date.parse(query.rsvp_from)) &&
    (!query.rsvp_before || Date.parse(date) < Date.parse(query.rsvp_before))
  const of = new Map<string, Attendance[]>()
  for (const each of attendances) of.set(each.person, [...(of.get(each.person) ?? []), each])
  const matches = ({ id, owner, email_addresses }: Person) => {
    const theirs = of.get(id) ?? []
    const acted = (event: string) => theirs.some((each) => each.event === event && inRange(each))
    return (
      owner === OWNER &&
      (query.match === 'any' ? query.include.some(acted) : query.include.every(acted)) &&
      !query.exclude.some((event) => theirs.some((each) => each.event === event)) &&
      (audience === 'everybody' || email_addresses.some(({ status }) => status === 'subscribed'))
    )
  }
  return new Set([...people.values()].filter(matches).map(({ id }) => id))
}

/** Runs a query and walks through all pages of its people. @returns their ids, in order */
export async function selected(
  table: Table,
  asked: Partial<TargetingQuery> & { include: string[] },
  audience: Audience,
  betweenPages: () => Promise<unknown> = () => Promise.resolve(),
) {
  const query = newQuery({ title: 'Who', ...asked }, { id: randomUUID(), owner: OWNER, now: new Date() })
  const results = resultStore(table)
  const started = newResult(query, randomUUID(), new Date())
  await results.begin(query, started, false)
  const result = await results.compute(OWNER, started)
  const ids: string[] = []
  for (let from = 0; from < totalFor(result, audience); from += 100) {
    ids.push(...(await results.people(OWNER, result, { audience, from, count: 100 })).map(({ person }) => person.id))
    await betweenPages()
  }
  return { query, result, ids }
}

/** Returns the stream's announcement of a result as it is now; undefined for one that does not wait. */
export async function announcementOf(table: Table, { query, id }: QueryResult): Promise<WaitingResult | undefined> {
  const { pk, sk } = keyOf.result(query, id)
  const owner = (await getOne(table, { pk, sk }))?.['waits_for_people'] as Owner | undefined
  return owner && { pk, sk, waits_for_people: owner }
}
