import { type People, isMergedInto } from '../merged-person.js'
import { notFound } from '../../runtime/errors.js'
import { allContactsOf } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { itemOf, updateWith } from '../../table/transaction.js'
import { personKind } from '../../people/store/person-items.js'
import { loadPerson } from '../../people/store/find-people.js'
import { claimContact } from '../../people/store/contacts.js'
import { among, moveClaim } from '../../resources/identifiers.js'
import { assertItemSize } from '../../resources/item-size.js'
import { departing } from './departure.js'
import { writeResource } from '../../resources/write-resource.js'

/**
 * Merges one person into another. One transaction writes both on condition of their revisions, and moves the claims of
 * contacts and identifiers, so that a contact leads to one of them at any time. Very many identifiers take several
 * transactions.
 * @param merge returns the people as they are where nothing is left to be done
 * @throws OsdiError not_found when one of them is not in the owner's list, and any error of `merge`
 */
export async function mergePeople(
  table: Table,
  owner: Owner,
  keep: string,
  other: string,
  merge: (people: People) => People,
): Promise<People> {
  for (;;) {
    const after = await retryOnConflict(() => attempt(table, { owner, keep, other, merge }))
    if (isMergedInto(after)) return after
  }
}

interface Merging {
  owner: Owner
  keep: string
  other: string
  merge: (people: People) => People
}

/** @returns undefined when another request changed one of them */
async function attempt(table: Table, { owner, keep, other, merge }: Merging): Promise<People | undefined> {
  const [stays, goes] = await Promise.all([loadPerson(table, keep), loadPerson(table, other)])
  if (stays?.owner !== owner || goes?.owner !== owner) throw notFound()
  const before = { keep: stays, other: goes }
  const after = merge(before)
  if (after === before) return before
  assertItemSize(after.keep, 'person')
  const { outcome, latest } = await writeResource(table, (writer) =>
    updateWith(table, writer.update(personKind, before.keep, after.keep), [
      itemOf(table, writer.update(personKind, before.other, after.other)),
      ...movedClaims(table, before, after),
      ...(goes.merged_into === undefined ? [departing(table, other)] : []),
    ]),
  )
  return outcome === 'written' ? { keep: latest(after.keep), other: latest(after.other) } : undefined
}

/** The claims of the contacts and identifiers that go from one person to the other. */
function movedClaims(table: Table, before: People, after: People): TransactItem[] {
  const [from, to] = [before.other.id, after.keep.id]
  const contacts = allContactsOf(before.other).map(({ kind, value }) =>
    claimContact(table, keyOf.contact(after.keep.owner, kind, value), to, from),
  )
  const moved = before.other.identifiers.filter((each) => !after.other.identifiers.includes(each))
  return [...contacts, ...moved.map((each) => moveClaim(table, among('person', after.keep.owner), each, { from, to }))]
}
