import type { Attendance } from '../attendances/attendance.js'
import { holdsRole, isMergedInto, mergedPeople, requireMergeable } from './merged-person.js'
import type { Person } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import { newTagging } from '../tags/tag.js'
import { roleIn } from '../access/store/roles.js'
import { attendancesOfPerson } from '../attendances/store/attendances-of-person.js'
import { putTagging, removeTagging } from '../tags/store/write-tags.js'
import { taggingsOfPerson } from '../tags/store/tag-store.js'
import { addListItem, listItemsOf } from '../lists/store/email-list-store.js'
import { type Merging, mergeInto } from './store/merge-attendance.js'
import { mergePeople as writeMerge } from './store/merge-people.js'
import type { App } from '../table/app.js'

/** The result of a merge. The counts are 0 when it is repeated. */
export interface Merge {
  keep: Person
  identifiers: number
  attendances: number
  taggings: number
  lists: number
}

/**
 * Merges a person into another one of the same owner. It cannot be undone.
 *
 * The people come first, in one transaction: from then on, contacts and identifiers lead to the one who stays. Then the
 * rest moves, one thing at a time, each in a transaction that can be repeated. Repeating it finishes a merge that was
 * interrupted, and moves what a concurrent request has recorded for the other person meanwhile: a minute later that
 * happens by itself (finish-departure.ts).
 * @throws OsdiError not_found when one of them is not in the owner's list; conflict when they cannot be merged
 */
export async function mergePeople(merging: Merging, owner: Owner, keep: string, other: string): Promise<Merge> {
  const { table, now } = merging
  if (await roleIn(table, owner, other)) throw holdsRole()
  let identifiers = 0
  const merged = await writeMerge(table, owner, keep, other, (people) => {
    requireMergeable(people)
    if (isMergedInto(people)) return people
    identifiers = people.other.identifiers.length
    return mergedPeople(people, now())
  })
  return { keep: merged.keep, identifiers, ...(await moveRest(merging, keep, merged.other)) }
}

/**
 * Moves what a person has who was merged into another one.
 * @param keep id of the person who stays
 */
export async function moveRest(
  merging: Merging,
  keep: string,
  other: Person,
): Promise<Omit<Merge, 'keep' | 'identifiers'>> {
  for (const move of merging.further) await move(other, keep)
  return {
    attendances: await moveAttendances(merging, keep, other),
    taggings: await moveTaggings(merging.table, other.owner, keep, other.id),
    lists: await joinLists(merging.table, keep, other.id),
  }
}

async function moveAttendances(merging: Merging, keep: string, other: Person) {
  const isLeft = ({ merged_into, identifiers }: Attendance) => merged_into === undefined || identifiers.length > 0
  const left = (await attendancesOfPerson(merging.table, other.id)).filter(isLeft)
  for (let attendance of left) {
    // An erased person is sent no email: no email has told of what came after the merge.
    const isNews = attendance.modified_date > (other.erased_date ?? '')
    while (isLeft(attendance)) attendance = await mergeInto(merging, attendance, keep, isNews)
  }
  return left.length
}

async function moveTaggings(table: App['table'], owner: Owner, keep: string, other: string) {
  const left = await taggingsOfPerson(table, owner, other)
  for (const tagging of left) {
    await putTagging(table, newTagging(tagging.tag, keep, new Date(tagging.created_date)))
    await removeTagging(table, tagging)
  }
  return left.length
}

async function joinLists(table: App['table'], keep: string, other: string) {
  const on = new Set((await listItemsOf(table, keep)).map(({ list }) => list))
  const left = (await listItemsOf(table, other)).filter(({ list }) => !on.has(list))
  for (const item of left) await addListItem(table, { ...item, person: keep })
  return left.length
}
