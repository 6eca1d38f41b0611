import { waitingPartitions } from './waiting.js'
import { HOT_MS } from './hot-lists.js'
import { type NumberedList, lengthOf, listNamed } from './numbered-list.js'
import { getBeside, getMany, queryAll } from '../reads.js'
import { type Run, cutIntoRuns, putRun, runsBetween } from './runs.js'
import { log } from '../../log.js'
import { joinsWithFirst } from './selectable.js'
import { turnAt } from './turn.js'
import { type Item, type Key, type Table, keyOf } from '../table.js'
import { type TransactItem, compete, deleteItem, putNew, transact, updateUnlessDone } from '../transaction.js'

/**
 * Members that one step numbers. Its transaction holds the length and a run for each block, of some 4 KB; its
 * marks are as many single updates.
 */
const STEP = 900

/** How many marks are under way at once. */
const MARKS = 50

/**
 * So many members in one step are a rush. The length then says that its list is hot: whoever reads the length with
 * its event need not find that out by a conflict.
 */
const RUSH = 20

/** How old the note of a range gets before its process is presumed dead, and the next one makes its marks. */
const STALLED_MS = 5_000

/**
 * Gives ordinals to members of a hot list that have none, each once, whoever else does so at the same time and
 * wherever one of them dies:
 *
 * 1. One transaction advances the length, writes the runs that hold the new members' order, and a note that the
 *    range is unmarked: from here on they are counted. It succeeds only if nobody counted since the
 *    length was read.
 * 2. Each member is marked with its ordinal and waits no longer. Marks are the same whoever makes them.
 * 3. The note is removed. Others may count meanwhile: they leave out whoever stands in a noted range, marked or
 *    not. A note that is old was left by a crashed process, and the next one that meets it makes its marks once more.
 *
 * @param people the persons who are members; those who do not wait are passed over
 * @throws OsdiError busy when the list could not be had within some seconds
 */
export async function numberMembers(table: Table, name: string, people: string[]): Promise<void> {
  const list = listNamed(name)
  const distinct = [...new Set(people)]
  for (let done = 0; done < distinct.length; done += STEP)
    await numberSome(table, list, distinct.slice(done, done + STEP))
}

/** The longest pause of those who wait for their turn, in milliseconds. */
const PAUSE_MS = 250

/**
 * In a rush, steps at the same list take turns: fifty shards of a stream would meet most of the time. Marks are made
 * when the turn is the next one's.
 */
async function numberSome(table: Table, list: NumberedList, people: string[]): Promise<void> {
  const turn = people.length < RUSH ? undefined : turnAt(table, list)
  const counted = await compete(async () => {
    const taken = await turn?.take()
    if (turn && !taken) return undefined
    const outcome = await step(table, list, people, taken === 'taken')
    if (taken === 'taken') turn?.release()
    return outcome
  }, turn && PAUSE_MS)
  await Promise.all([counted !== 'nobody' && mark(table, list, counted), turn?.released()])
}

/**
 * @param alone whether nobody else should be counting
 * @returns whom it has counted, if anybody was left; undefined when somebody else was faster
 */
async function step(
  table: Table,
  list: NumberedList,
  people: string[],
  alone: boolean,
): Promise<Counted | 'nobody' | undefined> {
  // First the length: whoever was counted before is either noted, or marked by now.
  const from = await lengthOf(table, list)
  const [notes, waiting] = await Promise.all([notesOf(table, list), thoseWaiting(table, list, people)])
  const old = notes.filter(({ since }) => Date.parse(since) + STALLED_MS < Date.now())
  if (old.length > 0) {
    await Promise.all(
      old.map(async (range) =>
        mark(table, list, { range, runs: await runsBetween(table, list, range.first, range.last) }),
      ),
    )
    return undefined
  }
  const counted = await membersOf(table, list, notes)
  const fresh = waiting.filter((person) => !counted.has(person))
  if (fresh.length === 0) return 'nobody'
  // A look costs one unit; a transaction that comes too late, all that it would have written.
  if (!alone && (await lengthOf(table, list)) !== from) return undefined
  const runs = cutIntoRuns(from + 1, fresh)
  const range = { first: from + 1, last: from + fresh.length, since: new Date().toISOString() }
  const outcome = await transact(table, [
    count(table, list, from, range),
    putNew(table, keyOf.unmarked(list.name, range.first), range),
    ...runs.map((run) => putRun(table, list, run)),
    ...(from === 0 ? await joinsWithFirst(table, list) : []),
  ])
  return outcome === 'written' ? { range, runs } : undefined
}

const membersOf = async (table: Table, list: NumberedList, ranges: Unmarked[]) => {
  const runs = await Promise.all(ranges.map(({ first, last }) => runsBetween(table, list, first, last)))
  return new Set(runs.flat(2).flatMap(({ members }) => members))
}

async function thoseWaiting(table: Table, list: NumberedList, people: string[]): Promise<string[]> {
  const items = await getMany(
    table,
    people.map((person) => memberKey(list, person)),
    { consistent: true },
  )
  return people.filter((_, i) => items[i]?.['unnumbered'] !== undefined)
}

function memberKey({ name, keyOfMember }: NumberedList, person: string): Key {
  if (!keyOfMember) throw new Error(`Members of the list "${name}" never wait`)
  return keyOfMember(person)
}

function count(table: Table, { length }: NumberedList, from: number, range: Unmarked): TransactItem {
  const unchanged = from === 0 ? 'attribute_not_exists(#length)' : '#length = :from'
  const isRush = range.last - from >= RUSH
  return {
    Update: {
      TableName: table.name,
      Key: length,
      UpdateExpression: `SET #length = :last${isRush ? ', hot_until = :hot' : ''}`,
      ConditionExpression: unchanged,
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: {
        ':last': range.last,
        ...(from > 0 && { ':from': from }),
        ...(isRush && { ':hot': Date.now() + HOT_MS }),
      },
    },
  }
}

/** Those who were counted and wait for their marks: their range, and their order. */
interface Counted {
  range: Unmarked
  runs: Run[]
}

async function mark(table: Table, list: NumberedList, { range, runs }: Counted): Promise<void> {
  await markAll(table, list, runs)
  await removeNote(table, list, range)
}

async function markAll(table: Table, list: NumberedList, runs: Run[]): Promise<void> {
  const marks = runs.flatMap(({ first, members }) =>
    members.map((person, i) => ({ person, ordinal: first + i })),
  )
  const workers = Array.from({ length: MARKS }, async () => {
    for (let mark = marks.pop(); mark !== undefined; mark = marks.pop())
      await updateUnlessDone(table, {
        Key: memberKey(list, mark.person),
        UpdateExpression: 'SET numbered = :ordinal REMOVE unnumbered, since, waits_for',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':ordinal': mark.ordinal },
      })
  })
  await Promise.all(workers)
}

/** A range that is counted, while its members are being marked. */
interface Unmarked {
  first: number
  last: number
  since: string
}

/**
 * The notes of a list, as they stand this moment. They are items of their own, so that neither writing nor
 * removing one meets those who count.
 */
const notesOf = async (table: Table, { name }: NumberedList) =>
  (await getBeside(table, keyOf.unmarked(name))) as (Item & Unmarked)[]

/** Whoever counts at this moment, in vain, has the note of the same range under way. */
const removeNote = (table: Table, { name }: NumberedList, { first }: Unmarked) =>
  deleteItem(table, keyOf.unmarked(name, first))

/** Some members that wait for a place, by the name of their list. */
export type WaitingMembers = Map<string, string[]>

/** The person in the key of a member's item, whatever the list. */
export const personOfMember = ({ pk }: Pick<Item, 'pk'>) => pk.slice(pk.indexOf('#') + 1)

/**
 * Numbers whoever has waited since before a time: what the stream missed. Reads the sparse index over those who
 * wait, and nothing else. A list that cannot be numbered now keeps no other from it.
 * @returns how many were found
 * @throws what hindered a list, after all the others are numbered
 */
export async function sweep(table: Table, before: Date): Promise<number> {
  const found = await Promise.all(
    waitingPartitions().map((unnumbered) =>
      queryAll(table, {
        IndexName: 'unnumbered',
        KeyConditionExpression: 'unnumbered = :unnumbered AND since < :before',
        ExpressionAttributeValues: { ':unnumbered': unnumbered, ':before': before.toISOString() },
      }),
    ),
  )
  const members: WaitingMembers = new Map()
  for (const item of found.flat()) {
    const list = item['waits_for'] as string
    members.set(list, [...(members.get(list) ?? []), personOfMember(item)])
  }
  const failures: unknown[] = []
  for (const [list, people] of members)
    try {
      await numberMembers(table, list, people)
    } catch (error) {
      log({ level: 'error', message: `Cannot number ${list}: ${String(error)}` })
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return found.flat().length
}
