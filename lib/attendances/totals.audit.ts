import { setTimeout as sleep } from 'node:timers/promises'
import type { Attendance } from './attendance.js'
import { type Counts } from '../events/totals.js'
import { changeOfCounts } from './change-of-counts.js'
import { isA } from '../table/items/items.js'
import { lengthIn, lists } from '../collections/numbered-list.js'
import { pendingIn, pendingPartitions } from '../collections/pending.js'
import { readWhole } from '../collections/read-page.js'
import { getMany, getOne, queryAll } from '../table/reads.js'
import { countedIn, sumOf, uncountedChanges } from '../events/store/totals.js'
import { type Item, type Table, idInKey, keyIn, valueOf } from '../table/table.js'

/** Long enough for changes that are being written. */
const SETTLING_MS = 300

const NAMES = [
  'declined',
  'waitlisted',
  'requested',
  'attended',
  'attended_guests',
  'guests',
  'confirmed',
] as const satisfies (keyof Counts)[]

/** Compares the attendances of events with the counts of their lengths, from the items of a table. */
export class SeenTotals {
  /** Counts by attendances less those by lengths and records: zero where an event is right. */
  private readonly differences = new Map<string, Partial<Counts>>()

  add(item: Item): void {
    if (isA('attendance', item))
      this.count(item['event'] as string, changeOfCounts(undefined, valueOf<Attendance>(item)), 1)
    else if (isA('attendancesLength', item)) this.count(idInKey(item.pk), countedIn(item).totals, -1)
    else if (isA('totalsChange', item)) this.count(item['event'] as string, item['change'] as Counts, -1)
  }

  /** Events that looked wrong. */
  suspects(): string[] {
    return [...this.differences].flatMap(([event, of]) => (NAMES.some((name) => of[name]) ? [event] : []))
  }

  private count(event: string, counts: Partial<Counts>, sign: 1 | -1): void {
    if (!NAMES.some((name) => counts[name])) return
    const known = this.differences.get(event) ?? {}
    for (const name of NAMES) known[name] = (known[name] ?? 0) + sign * (counts[name] ?? 0)
    this.differences.set(event, known)
  }
}

/**
 * Looks again at events whose counts looked wrong in a scan: their items were read one after the other. An event whose
 * counts change while its attendances are read is left to the next audit.
 */
export async function* totalFaults(table: Table, events: string[]): AsyncGenerator<string> {
  if (events.length > 0) await sleep(SETTLING_MS)
  for (const event of events) {
    const before = await countsOf(table, event)
    const found = await countAttendances(table, event)
    const after = await countsOf(table, event)
    for (const name of NAMES)
      if (before[name] === after[name] && before[name] !== (found[name] ?? 0))
        yield `event:${event} counts ${before[name]} ${name} and has ${found[name] ?? 0}.`
  }
}

/** Returns the counts of an event, with the recorded changes that are not counted yet. */
export async function countsOf(table: Table, event: string): Promise<Counts> {
  const [length, uncounted] = await Promise.all([
    getOne(table, lists.attendancesOf(event).length),
    uncountedChanges(table, event).then(sumOf),
  ])
  const { totals } = countedIn(length)
  return Object.fromEntries(NAMES.map((name) => [name, totals[name] + (uncounted[name] ?? 0)])) as Record<
    keyof Counts,
    number
  >
}

/** Counts all attendances of an event, also those that are pending. */
async function countAttendances(table: Table, event: string): Promise<Partial<Counts>> {
  const list = lists.attendancesOf(event)
  const length = lengthIn(await getOne(table, list.length))
  const [counted, partitions] = await Promise.all([
    length > 0 ? readWhole(table, list, 1, length) : [],
    Promise.all(pendingPartitions(list).map((partition) => queryAll(table, pendingIn(partition)))),
  ])
  const pending = partitions.flat().filter((entry) => entry['waits_for'] === list.name)
  const keys = [...counted, ...pending].map(keyIn)
  const attendances = new Map((await getMany(table, keys, { consistent: true })).map((item) => [item?.pk, item]))
  const sum: Partial<Counts> = {}
  for (const item of attendances.values()) {
    const counts = item ? changeOfCounts(undefined, valueOf<Attendance>(item)) : {}
    for (const name of NAMES) sum[name] = (sum[name] ?? 0) + (counts[name] ?? 0)
  }
  return sum
}
