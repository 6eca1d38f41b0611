import { scan } from '../table/scan.js'
import { creationCountsOf } from '../collections/creation-counts.js'
import { lateMembersOf } from '../collections/sequencer/late-members.js'
import { type NumberedList, listNamed, listWithLengthAt, memberKey } from '../collections/numbered-list.js'
import { isSegment, listOfSegment, segmentIn } from '../collections/segments.js'
import { getMany } from '../table/reads.js'
import { type Item, type Table, keyIn } from '../table/table.js'
import { putIfAbsent, updateIgnoringConflict } from '../table/transaction.js'
import { has } from '../table/condition.js'
import { change } from '../table/change.js'

/**
 * Counts the members of segments of an earlier version by the dates of their creation, and says at the length of their
 * lists that every segment has counts. Reads the whole table. A function of the earlier version that still runs would
 * write segments without counts, which the audit then reports.
 * @returns how many segments got counts
 */
export async function countCreations(table: Table): Promise<number> {
  const lengths = new Map<string, NumberedList>()
  const uncounted = new Set<string>()
  let counted = 0
  for await (const items of scan(table))
    for (const item of items) {
      const ofLength = listWithLengthAt(item)
      if (ofLength?.hasCreationCounts && item['counted_from'] !== 1) lengths.set(ofLength.name, ofLength)
      if (!isSegment(item) || item['creation_counts'] !== undefined) continue
      const list = listNamed(listOfSegment(item))
      if (!list.hasCreationCounts) continue
      if (await countSegment(table, list, item)) counted += 1
      else uncounted.add(list.name)
    }
  for (const list of lengths.values()) if (!uncounted.has(list.name)) await markCounted(table, list)
  return counted
}

/** @returns false for a segment that cannot be counted: a member has no date, or the segment has none itself */
async function countSegment(table: Table, list: NumberedList, item: Item): Promise<boolean> {
  const segment = segmentIn(item)
  const members = await getMany(
    table,
    segment.members.map((person) => memberKey(list, person)),
    { consistent: true },
  )
  const counts = creationCountsOf(members.map((member) => member?.['created_date'] as string | undefined))
  if (!counts || !segment.numbered_at) return false
  const late = lateMembersOf(list, { ...segment, creation_counts: counts })
  if (late) await putIfAbsent(table, late.key, late.value)
  await updateIgnoringConflict(
    table,
    change(keyIn(item), { setIfAbsent: { creation_counts: counts } }, has('pk')),
  )
  return true
}

const markCounted = (table: Table, { length }: NumberedList) =>
  updateIgnoringConflict(table, change(length, { set: { counted_from: 1 } }, has('pk')))
