import type { Attendance } from '../../attendances/attendance.js'
import { CALL_MS, type Call, type CallResult, type HandedOut, isToBeCalled } from '../call.js'
import type { Person } from '../../people/person.js'
import { all, either, is, isAtMost, isBelow, isNot, lacks } from '../../table/condition.js'
import { type NumberedList, lengthOf, lists } from '../../collections/numbered-list.js'
import { readShown } from '../../collections/read-page.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import { changeItem } from '../../table/transaction.js'

/*
 * Callers share the guests of an event. Two positions in the list of attendances say how far callers have come: with
 * people who were never called, and in a further round with all others. They are hints, which save reads. Each person
 * is handed out by one conditional write, so that no two callers have a person within ten minutes.
 */

/** The positions of the callers of an event. */
interface Round {
  fresh?: number
  again?: number
  again_started?: string
}

/** The number of guests in one read. */
const AT_ONCE = 25

/**
 * Hands out the next person who comes, has not confirmed and has a phone number: people who were never called before
 * the others, and no one twice within ten minutes.
 * @returns undefined when there is no one left for now
 */
export async function nextCall(table: Table, event: string, by: string, now: Date): Promise<HandedOut | undefined> {
  const list = lists.attendancesOf(event)
  const [item, length] = await Promise.all([getOne(table, keyOf.callRound(event)), lengthOf(table, list)])
  const round = (item ?? {}) as Round
  const caller = { table, event, list, by, now, length }
  const fresh = await handOut(caller, 'fresh', round.fresh ?? 0)
  if (fresh) return fresh
  if (round.again !== undefined && round.again < length) {
    const found = await handOut(caller, 'again', round.again)
    if (found) return found
  }
  // A new round: at most once within the time in which no one is called twice.
  const { item: started } = await changeItem(
    table,
    keyOf.callRound(event),
    { set: { event, again: 0, again_started: now.toISOString() } },
    either(lacks('again_started'), isAtMost('again_started', before(now))),
  )
  return started && handOut(caller, 'again', 0)
}

/**
 * Notes what came of a call. Repeating it changes nothing.
 * @returns false when the person was handed out to another caller since, or to none
 */
export async function recordCallResult(
  table: Table,
  { event, person, called_by }: Pick<Call, 'event' | 'person' | 'called_by'>,
  result: CallResult,
  now: Date,
): Promise<boolean> {
  const key = keyOf.call(event, person)
  const outcome = await changeItem(
    table,
    key,
    { set: { result, called_date: now.toISOString() }, add: { tries: 1 } },
    all(is('called_by', called_by), lacks('result')),
  )
  if (outcome.item) return true
  return outcome.met?.['called_by'] === called_by && outcome.met['result'] === result
}

/** The calls to some people, by person. */
export async function findCalls(table: Table, event: string, people: string[]): Promise<ReadonlyMap<string, Call>> {
  const items = await getMany(
    table,
    people.map((person) => keyOf.call(event, person)),
    { consistent: true },
  )
  return new Map(items.flatMap((item) => (item ? [[item['person'] as string, valueOf<Call>(item)]] : [])))
}

interface Caller {
  table: Table
  event: string
  list: NumberedList
  by: string
  now: Date
  length: number
}

const before = (now: Date) => new Date(now.getTime() - CALL_MS).toISOString()

/** Looks for a person from a position on, and notes how far it came. */
async function handOut(caller: Caller, name: 'fresh' | 'again', from: number): Promise<HandedOut | undefined> {
  const { table, list, length } = caller
  for (let position = from; position < length; position += AT_ONCE) {
    const last = Math.min(length, position + AT_ONCE)
    const members = await readShown(table, list, position + 1, last)
    for (const member of members.reverse()) {
      const found = await claim(caller, member, name)
      if (!found) continue
      await advance(caller, name, member['ordinal'] as number)
      return found
    }
    await advance(caller, name, last)
  }
  return undefined
}

async function claim(
  { table, event, by, now }: Caller,
  member: Item,
  name: 'fresh' | 'again',
): Promise<HandedOut | undefined> {
  const person = member['person'] as string
  // The index may be behind a person who has just confirmed.
  const items = await getMany(table, [keyIn(member), keyOf.person(person)], { consistent: true })
  if (!items[0] || !items[1]) return undefined
  const found = { attendance: valueOf<Attendance>(items[0]), person: valueOf<Person>(items[1]) }
  if (!isToBeCalled(found.attendance, found.person)) return undefined
  const isFree = all(isAtMost('called_date', before(now)), either(lacks('result'), isNot('result', 'wrong_number')))
  const { item } = await changeItem(
    table,
    keyOf.call(event, person),
    { set: { event, person, called_date: now.toISOString(), called_by: by }, remove: ['result'] },
    name === 'fresh' ? lacks('pk') : either(lacks('pk'), isFree),
  )
  return item && found
}

/** Positions grow, whichever caller is first. */
const advance = ({ table, event }: Caller, name: 'fresh' | 'again', position: number) =>
  changeItem(
    table,
    keyOf.callRound(event),
    { set: { event, [name]: position } },
    either(lacks(name), isBelow(name, position)),
  )
