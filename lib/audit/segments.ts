import { membersInJournal } from '../collections/sequencer/journal.js'
import { listNamed } from '../collections/numbered-list.js'
import { isPending } from '../collections/pending.js'
import { getMany } from '../table/reads.js'
import { creationFaults } from './creation-counts.js'
import { isSegment, listOfSegment, positionsIn } from '../collections/segments.js'
import type { Item, Table } from '../table/table.js'

/**
 * Finds what is wrong between segments and their members: each member of a segment exists and has its ordinal, so that
 * no member has two. A member may be pending while a journal entry names it: then the journal is read, and the members
 * again. A member whose entry is gone by then has its ordinal.
 */
export async function* segmentFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const segment of items.filter(isSegment)) {
    const list = listNamed(listOfSegment(segment))
    const { name, keyOfMember } = list
    if (!keyOfMember) {
      yield `The item ${segment.pk} ${segment.sk} is a segment of the list "${name}", which has none.`
      continue
    }
    const positions = positionsIn(segment)
    const readMembers = () =>
      getMany(
        table,
        positions.map(({ person }) => keyOfMember(person)),
        { consistent: true },
      )
    let members = await readMembers()
    let journaled = new Set<string>()
    if (members.some(isPending)) {
      journaled = await membersInJournal(table, list)
      members = await readMembers()
    }
    const dates = members.map((member) => member?.['created_date'] as string | undefined)
    yield* creationFaults(table, list, segment, dates)
    for (const [i, { person, ordinal }] of positions.entries()) {
      const fault = faultOf(ordinal, members[i], journaled.has(person))
      if (fault) yield `Member ${ordinal} of the list "${name}" is ${person}, ${fault}.`
    }
  }
}

function faultOf(ordinal: number, member: Item | undefined, isJournaled: boolean): string | undefined {
  if (!member) return 'who does not exist'
  const { numbered } = member
  if (isPending(member)) return isJournaled && numbered === undefined ? undefined : 'who is still pending'
  return numbered === ordinal ? undefined : `whose item says ${String(numbered ?? member['ordinal'])}`
}
