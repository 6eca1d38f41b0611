import { isDeepStrictEqual } from 'node:util'
import { creationCountsOf, keyOfSegment, segmentIn } from '../collections/segments.js'
import { lateMembersOf } from '../collections/sequencer/late-members.js'
import { type NumberedList, listNamed } from '../collections/numbered-list.js'
import { getMany, getOne } from '../table/reads.js'
import { type Item, type Table, idInKey, valueOf } from '../table/table.js'

/**
 * Finds what is wrong with the counts of a segment: they are those of its members, and its late members have a record.
 * @param dates of creation of its members
 */
export async function* creationFaults(
  table: Table,
  list: NumberedList,
  item: Item,
  dates: (string | undefined)[],
): AsyncGenerator<string> {
  const segment = segmentIn(item)
  const name = `The segment ${segment.first} of the list "${list.name}"`
  if (!segment.creation_counts) {
    if (list.hasCreationCounts) yield `${name} does not count its members by the dates of their creation.`
    return
  }
  // A member who does not exist is another fault.
  const counts = creationCountsOf(dates)
  if (counts && !isDeepStrictEqual(counts, segment.creation_counts))
    yield `${name} counts members by other dates of creation than they have.`
  const late = lateMembersOf(list, segment)
  if (late && !isDeepStrictEqual(valueOf((await getOne(table, late.key)) ?? {}), late.value))
    yield `${name} has late members, and no record of them.`
}

/** Finds records of late members without the segment that has them. */
export async function* lateMemberFaults(table: Table, records: Item[]): AsyncGenerator<string> {
  const segments = await getMany(
    table,
    records.map(({ pk, first }) => keyOfSegment(listNamed(idInKey(pk)), { first: first as number })),
    { consistent: true },
  )
  for (const [i, { pk, sk }] of records.entries()) {
    const segment = segments[i]
    const key = segment && lateMembersOf(listNamed(idInKey(pk)), segmentIn(segment))?.key
    if (key?.sk !== sk) yield `The item ${pk} ${sk} is a record of late members that no segment has.`
  }
}
