import type { TimeRange } from '../../fields/filter.js'
import type { NumberedList } from '../numbered-list.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyIn } from '../../table/table.js'
import { type ChangeEntry, visitChanges } from './changes.js'
import { type CreatedSince, countCreatedSince } from './count-created.js'
import { DISORDER_MS, firstSince } from './traversal.js'

/**
 * Counts the members of a list that were created or changed last within a range of time, and tells whether some were
 * later. Members that were created within the range are counted by their ordinals. The index over changes then
 * corrects that: it takes out those that were changed later, and adds those that were created earlier.
 * @param start an ordinal; every member before it was created before the range
 * @param range of whole seconds
 */
export async function countChanges(table: Table, list: NumberedList, start: number, range: TimeRange) {
  const { from, before } = range
  const startOfLater = async () => Math.max(start, await firstSince(table, list, before))
  const [since, later, tally] = await Promise.all([
    countCreatedSince(table, list, start, from),
    before === Infinity
      ? { count: 0, end: Infinity }
      : startOfLater().then((ordinal) => countCreatedSince(table, list, ordinal, before)),
    tallyChanges(table, list, range),
  ])
  const created = since.count - tally.mistaken(from, since) - (later.count - tally.mistaken(before, later))
  return {
    count: from < before ? created - tally.createdWithin + tally.changedWithin : 0,
    hasLater: later.count > 0 || tally.changedLater > 0,
  }
}

/** The counts of the index over changes in a range of time. */
interface Tally {
  /** Changed members that were created within the range. */
  createdWithin: number
  changedWithin: number
  changedLater: number
  /**
   * Returns the number of members that `countCreatedSince` took for created since a time by their ordinals, although
   * they were created before it: a late write gives its member another date of change (`restampIfLate`), so they are
   * all here.
   */
  mistaken: (time: number, { end }: CreatedSince) => number
}

async function tallyChanges(table: Table, list: NumberedList, { from, before }: TimeRange): Promise<Tally> {
  const tally = { createdWithin: 0, changedWithin: 0, changedLater: 0 }
  const slow: { created: number; ordinal: number }[] = []
  const isWithin = (time: number) => time >= from && time < before
  const visit = async (entries: ChangeEntry[]) => {
    const asked = entries.filter((entry) => [from, before].some((time) => isSlow(entry, time)))
    const items = new Map(
      (await getMany(table, asked.map(keyIn))).flatMap((item) => (item ? [[item.pk + item.sk, item]] : [])),
    )
    for (const entry of entries) {
      const item = items.get(entry.pk + entry.sk)
      const created = secondOf(entry.created_date)
      if (isWithin(created)) tally.createdWithin += 1
      if (isWithin(secondOf(entry.changed_at))) tally.changedWithin += 1
      else tally.changedLater += 1
      if (typeof item?.['ordinal'] === 'number') slow.push({ created, ordinal: item['ordinal'] })
    }
  }
  // A member that changes meanwhile moves behind the range: it is met there then.
  await visitChanges(table, list, { from, before }, visit)
  await visitChanges(table, list, { from: Math.max(from, before), before: Infinity }, onceEach(visit))
  return {
    ...tally,
    mistaken: (time, { end }) => slow.filter(({ created, ordinal }) => created < time && ordinal >= end).length,
  }
}

/** Whether a changed member may have been on its way into the list at a time. */
const isSlow = ({ created_date }: ChangeEntry, time: number) => {
  const created = secondOf(created_date)
  return created < time && created >= time - DISORDER_MS
}

/** A member that changes while later changes are read may be met twice. */
function onceEach(visit: (entries: ChangeEntry[]) => Promise<void>) {
  const seen = new Set<string>()
  return (entries: ChangeEntry[]) => {
    const fresh = entries.filter(({ pk, sk }) => !seen.has(pk + sk))
    fresh.forEach(({ pk, sk }) => seen.add(pk + sk))
    return visit(fresh)
  }
}

const secondOf = (date: string) => Date.parse(`${date.slice(0, 19)}Z`)
