import type { Owner } from '../../runtime/owner.js'
import { distanceKm } from '../../locations/great-circle.js'
import { reachKm } from '../../locations/reach.js'
import type { Person } from '../../people/person.js'
import { type QueryResult, eventsOfResult } from '../query-result.js'
import { hasHabits, selectPeople, countedBy } from '../select-people.js'
import type { Sources } from '../sources.js'
import { type Selection, leastRsvps, namesEvents } from '../targeting-query.js'
import { tagId } from '../../tags/tag.js'
import type { Attendance } from '../../attendances/attendance.js'
import { inParallel } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { getBeside } from '../../table/reads.js'
import { newestFirst } from '../../collections/search/traversal.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { eventsToRead, readAttendances } from './read-attendances.js'
import type { Entry } from './result-chunks.js'
import { taggingsOf } from '../../tags/store/tag-store.js'

/** Receives the number of finished steps and of all steps. */
export type OnProgress = (done: number, all: number) => void

/** Selects the people of a result: the guests of events, people by tags and place, or the hosts of a campaign. */
export async function selectedBy(
  table: Table,
  owner: Owner,
  result: QueryResult,
  livesNear: (person: Person) => boolean,
  given: Sources['hosts'],
  onProgress: OnProgress,
): Promise<{ selected: Entry[]; done: number; all: number }> {
  const { asked, created_date } = result
  const { hosts_of, hosts_in } = asked
  if (hosts_of !== undefined) {
    const hosts = (await given?.of(hosts_of, hosts_in)) ?? []
    return { selected: hosts.map((person) => ({ person, events: [] })), done: 0, all: hosts.length }
  }
  const { include, exclude } = eventsOfResult(result)
  const events = await eventsToRead(table, { ...asked, include, exclude }, new Date(created_date))
  const all = 2 * sumOf(events)
  let done = 0
  const [among, attendances] = await Promise.all([
    peopleAmong(table, owner, asked, livesNear),
    readAttendances(table, events, (more) => onProgress((done += more), all)),
  ])
  const [included, excluded] = [attendances.slice(0, include.length), attendances.slice(include.length)]
  return { selected: selectPeople(asked, included, excluded, among), done, all }
}

const sumOf = (events: { length: number }[]) => events.reduce((sum, { length }) => sum + length, 0)

/**
 * Finds the people whom a selection is about by their tags, or by their place where no attendance is asked for.
 * Undefined where its events decide.
 */
async function peopleAmong(
  table: Table,
  owner: Owner,
  asked: Selection,
  livesNear: (person: Person) => boolean,
): Promise<Set<string> | undefined> {
  if (asked.tags) return taggedPeople(table, owner, asked.tags)
  if (!readsAllPeople(asked)) return undefined
  const near = new Set<string>()
  for await (const items of newestFirst(table, lists.peopleOf(owner)))
    for (const item of items) {
      const person = valueOf<Person>(item)
      if (livesNear(person)) near.add(person.id)
    }
  return near
}

/** Whether all people of an owner are looked at: for all or a place, without tags and events to begin with. */
const readsAllPeople = ({ near, everyone, ...asked }: Selection) =>
  (near !== undefined || everyone !== undefined) && !asked.tags && (!namesEvents(asked) || leastRsvps(asked, 1) === 0)

async function taggedPeople(table: Table, owner: Owner, tags: string[]): Promise<Set<string>> {
  const people = new Set<string>()
  await inParallel(tags, 4, async (name) => {
    for await (const taggings of taggingsOf(table, tagId(owner, name)))
      for (const { person } of taggings) people.add(person)
  })
  return people
}

/** Returns whether a person lives near the place of a result; true for everybody where it has no place. */
export function livesNearOf(
  { asked, resolved }: QueryResult,
  locate: NonNullable<Sources['locate']>,
): (person: Person) => boolean {
  const { near } = asked
  if (!near) return () => true
  const [point, km] = [resolved?.near, reachKm(near)]
  return ({ postal_addresses: [home] }) => {
    const lives = home && locate(home)
    return point !== undefined && lives !== undefined && distanceKm(point, lives) <= km
  }
}

/** People whose attendances are read at once. */
const AT_ONCE = 24

/** Keeps the people whose attendances at all events are as many as a selection without events asks for. */
export async function withHabits(table: Table, asked: Selection, people: Entry[]): Promise<Entry[]> {
  const counts = countedBy(asked, false)
  const kept = await inParallel(people, AT_ONCE, async ({ person }) => {
    const items = await getBeside(table, keyOf.attendance(person, ''))
    const attendances = items
      .map((item) => valueOf<Attendance>(item))
      .filter(({ merged_into }) => merged_into === undefined)
      .map((attendance) => ({
        person,
        created_date: attendance.created_date,
        attended: attendance.attended ?? false,
        ...(!counts(attendance) && { isCounted: false as const }),
      }))
    return hasHabits(asked, attendances)
  })
  return people.filter((_, i) => kept[i])
}

/** Attendances of a person that are read by themselves cost a request, as fifty of an event do. */
const COST_OF_PERSON = 50

/** Returns how many people and attendances the tags, the place and the habits of a selection read, up to `most`. */
export async function sizeOfPeople(
  table: Table,
  { owner, ...asked }: Selection & { owner: Owner },
  asksHabits: boolean,
  most: number,
): Promise<number> {
  const read = asked.tags
    ? await countTagged(table, owner, asked.tags, most)
    : readsAllPeople(asked)
      ? await lengthOf(table, lists.peopleOf(owner))
      : 0
  return asksHabits ? read * COST_OF_PERSON : read
}

async function countTagged(table: Table, owner: Owner, tags: string[], most: number): Promise<number> {
  let count = 0
  for (const name of tags)
    for await (const taggings of taggingsOf(table, tagId(owner, name)))
      if ((count += taggings.length) > most) return count
  return count
}
