import { type Attendance, NO_REFERRER } from './attendance.js'
import { notFound } from './errors.js'
import { type Person, blankPerson } from './person.js'
import type { Owner } from './principal.js'
import type { Tagging } from './tag.js'

/** What erasing a person depends on. */
export interface ErasureWorld {
  people: {
    /** @returns undefined when the owner's list has nobody of this id */
    change(
      owner: Owner,
      id: string,
      change: (person: Person) => Promise<Person>,
    ): Promise<{ person: Person } | undefined>
  }
  attendances: {
    allOfPerson(person: string): Promise<Attendance[]>
    identify(event: string, id: string, change: (attendance: Attendance) => Attendance): Promise<Attendance>
  }
  tags: {
    allOfPerson(owner: Owner, person: string): Promise<Tagging[]>
    remove(tagging: Tagging): Promise<void>
  }
  now: () => Date
}

/** What an erasure found: 0 of all when it is repeated. */
export interface Erasure {
  person: Person
  attendances: number
  taggings: number
}

/**
 * Takes from a person everything that says who it was. The person stays in the lists, and attendances are counted as
 * before. The contacts go first, in one step with the rest of the person, so that whoever comes with them from then
 * on is somebody new. Repeated, it takes what was recorded meanwhile for the person by a request under way.
 * @throws OsdiError not_found when the owner's list has nobody of this id
 */
export async function erasePerson(owner: Owner, id: string, dependencies: ErasureWorld): Promise<Erasure> {
  const { people, attendances, tags, now } = dependencies
  const erase = async (person: Person) => erasedPerson(person, now())
  let changed = await people.change(owner, id, erase)
  // Of very many identifiers, some are taken at a time.
  while (changed && erasedPerson(changed.person, now()) !== changed.person)
    changed = await people.change(owner, id, erase)
  if (!changed) throw notFound()
  const isLeft = (each: Attendance) => erasedAttendance(each, now()) !== each
  const attended = (await attendances.allOfPerson(id)).filter(isLeft)
  for (let attendance of attended)
    while (isLeft(attendance))
      attendance = await attendances.identify(attendance.event, attendance.id, (each) =>
        erasedAttendance(each, now()),
      )
  const tagged = await tags.allOfPerson(owner, id)
  for (const tagging of tagged) await tags.remove(tagging)
  return { person: changed.person, attendances: attended.length, taggings: tagged.length }
}

/** Identifiers that are let go at once, each by an item of a transaction of at most a hundred (DynamoDB limit). */
const MOST_IDENTIFIERS = 90

/**
 * A person without anything but an id and dates; the very same object when there is nothing else. Who has more
 * identifiers than can be let go at once loses some of them first.
 */
function erasedPerson(person: Person, now: Date): Person {
  const { id, owner, created_date, revision, identifiers } = person
  if (person.erased_date !== undefined && identifiers.length === 0) return person
  const changed = { modified_date: now.toISOString(), revision: revision + 1 }
  if (identifiers.length > MOST_IDENTIFIERS)
    return { ...person, identifiers: identifiers.slice(MOST_IDENTIFIERS), ...changed }
  return { ...blankPerson(id, owner, now), created_date, ...changed, erased_date: now.toISOString() }
}

/**
 * An attendance that says no more than that somebody attends; the very same object when it says no more. One with
 * more identifiers than can be let go at once loses some of them first.
 */
function erasedAttendance(attendance: Attendance, now: Date): Attendance {
  const { identifiers, origin_system, referrer_data, ...rest } = attendance
  const { source, website, referrer } = referrer_data
  const isPlain = source === NO_REFERRER.source && website === NO_REFERRER.website && referrer === undefined
  if (identifiers.length === 0 && origin_system === undefined && isPlain) return attendance
  return {
    ...rest,
    identifiers: identifiers.slice(MOST_IDENTIFIERS),
    referrer_data: NO_REFERRER,
    modified_date: now.toISOString(),
    revision: attendance.revision + 1,
  }
}
