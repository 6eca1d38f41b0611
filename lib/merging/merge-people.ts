import type { Attendance } from '../attendances/attendance.js'
import type { ListItem } from '../lists/email-list.js'
import { type People, holdsRole, isMergedInto, mergedPeople, requireMergeable } from './merged-person.js'
import type { Person } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import { type Tagging, newTagging } from '../tags/tag.js'

/** Dependencies of merging people. */
export interface MergeDependencies {
  /**
   * Writes both people, and moves the claims of contacts and identifiers from one to the other.
   * @param merge returns the people as they are where nothing is left to be done
   * @throws OsdiError not_found when one of them is not in the owner's list, and any error of `merge`
   */
  mergePeople: (owner: Owner, keep: string, other: string, merge: (people: People) => People) => Promise<People>
  attendances: {
    allOfPerson(person: string): Promise<Attendance[]>
    /**
     * Records an attendance for another person. It remains as declined, and names that person.
     * @param options.isNews whether no mail has told of it yet: one does, where the answer of the one who stays changes
     * @returns it as it remains
     */
    mergeInto(attendance: Attendance, keep: string, now: Date, options?: { isNews: boolean }): Promise<Attendance>
  }
  tags: {
    allOfPerson(owner: Owner, person: string): Promise<Tagging[]>
    put(tagging: Tagging): Promise<Tagging>
    remove(tagging: Tagging): Promise<unknown>
  }
  lists: {
    /** The personal lists that a person is on. */
    ofPerson(person: string): Promise<ListItem[]>
    /** Puts a person on a personal list, unless it is there. */
    add(item: ListItem): Promise<void>
  }
  /** Whether a person has a role in the group, or is that of the account. */
  hasRole: (owner: Owner, person: string) => Promise<boolean>
  now: () => Date
}

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
export async function mergePeople(
  owner: Owner,
  keep: string,
  other: string,
  dependencies: MergeDependencies,
): Promise<Merge> {
  const { mergePeople, hasRole, now } = dependencies
  if (await hasRole(owner, other)) throw holdsRole()
  let identifiers = 0
  const merged = await mergePeople(owner, keep, other, (people) => {
    requireMergeable(people)
    if (isMergedInto(people)) return people
    identifiers = people.other.identifiers.length
    return mergedPeople(people, now())
  })
  return { keep: merged.keep, identifiers, ...(await moveRest(keep, merged.other, dependencies)) }
}

/**
 * Moves what a person has who was merged into another one.
 * @param keep id of the person who stays
 */
export async function moveRest(
  keep: string,
  other: Person,
  dependencies: MergeDependencies,
): Promise<Omit<Merge, 'keep' | 'identifiers'>> {
  return {
    attendances: await moveAttendances(keep, other, dependencies),
    taggings: await moveTaggings(other.owner, keep, other.id, dependencies),
    lists: await joinLists(keep, other.id, dependencies),
  }
}

async function moveAttendances(keep: string, other: Person, { attendances, now }: MergeDependencies) {
  const isLeft = ({ merged_into, identifiers }: Attendance) => merged_into === undefined || identifiers.length > 0
  const left = (await attendances.allOfPerson(other.id)).filter(isLeft)
  for (let attendance of left) {
    // An erased person is sent no mail: no mail has told of what came after the merge.
    const isNews = attendance.modified_date > (other.erased_date ?? '')
    while (isLeft(attendance)) attendance = await attendances.mergeInto(attendance, keep, now(), { isNews })
  }
  return left.length
}

async function moveTaggings(owner: Owner, keep: string, other: string, { tags }: MergeDependencies) {
  const left = await tags.allOfPerson(owner, other)
  for (const tagging of left) {
    await tags.put({ ...newTagging(tagging.tag, keep, new Date(tagging.created_date)) })
    await tags.remove(tagging)
  }
  return left.length
}

async function joinLists(keep: string, other: string, { lists }: MergeDependencies) {
  const on = new Set((await lists.ofPerson(keep)).map(({ list }) => list))
  const left = (await lists.ofPerson(other)).filter(({ list }) => !on.has(list))
  for (const item of left) await lists.add({ ...item, person: keep })
  return left.length
}
