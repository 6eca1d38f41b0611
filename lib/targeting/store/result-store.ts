import { randomUUID } from 'node:crypto'
import { notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import {
  type Audience,
  type Found,
  type QueryResult,
  type Resolved,
  eventsOfResult,
  resultAt,
  takesEmail,
  totalFor,
} from '../query-result.js'
import { asksHabits } from '../select-people.js'
import type { Sources } from '../sources.js'
import { OPTIONAL_OF_SELECTION, type TargetingQuery, isOfPeople } from '../targeting-query.js'
import { afterDeadline } from '../../runtime/request-context.js'
import { inParallel, inPieces } from '../../table/in-parallel.js'
import { eventLengths } from './read-attendances.js'
import { type OnProgress, livesNearOf, selectedBy, sizeOfPeople, withHabits } from './people-of-selection.js'
import { type Entry, keepChunks, readChunks } from './result-chunks.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent, updateIgnoringConflict } from '../../table/transaction.js'
import { all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/** A part of a result: a number of people from a position on, counted from 0. */
export interface Part {
  audience: Audience
  from: number
  count: number
}

/** Number of people whose records are read by one group of requests, and number of concurrent groups. */
const GROUP = 500
const GROUPS = 6

/** A result, with the id of its chunks: each process that computes it writes its own chunks. */
type Kept = QueryResult & { chunks?: string }

/**
 * Results of queries: an item beside the query, and the ids of the people in chunks. All of it expires.
 * @param sources computing needs them; one that only reads needs none
 */
export function resultStore(table: Table, { locate = () => undefined, hosts }: Sources = {}) {
  /** @throws OsdiError not_found */
  const find = async (query: string, id: string) => {
    const item = await getOne(table, keyOf.result(query, id))
    if (!item || isExpired(item)) throw notFound()
    return resultAt(new Date(), valueOf<QueryResult>(item))
  }

  /** Finds the people of a result: those with a subscribed email, and the others. */
  async function peopleOf(owner: Owner, result: QueryResult, onProgress: OnProgress): Promise<Parts> {
    const livesNear = livesNearOf(result, locate)
    const { selected, done, all } = await selectedBy(table, owner, result, livesNear, hosts, onProgress)
    const parts = await parted(table, owner, selected, {
      isWanted: (person) => livesNear(person) && !(isOfPeople(result.asked) && person.merged_into),
      onProgress: (people) => onProgress(done + Math.round((people / selected.length) * (all - done)), all),
    })
    return asksHabits(result.asked) ? partsWithHabits(table, result, parts) : parts
  }

  return {
    /** Counts the people of a result that is not kept. */
    async count(owner: Owner, result: QueryResult): Promise<{ people: number; subscribed: number }> {
      const { subscribed, others } = await peopleOf(owner, result, () => undefined)
      return { people: subscribed.length + others.length, subscribed: subscribed.length }
    },

    /** Returns the number of attendances and people that a result has to read; it counts no further than `most`. */
    async sizeOf(query: TargetingQuery, { include, exclude }: Resolved, most: number): Promise<number> {
      if (query.hosts_of !== undefined) return (await hosts?.sizeOf(query.hosts_of)) ?? 0
      const [lengths, people] = await Promise.all([
        eventLengths(table, [...include, ...exclude]),
        sizeOfPeople(table, query, asksHabits(query), most),
      ])
      return sumOf(lengths) + people
    },

    /** Stores a result that is not computed yet. If it waits, the consumer of the table's stream computes it. */
    async begin(query: Pick<TargetingQuery, 'id' | 'owner'>, result: QueryResult, waits: boolean): Promise<void> {
      const item = { ...result, expires: expiryOf(result), ...(waits && { waits_for_people: query.owner }) }
      await putIfAbsent(table, keyOf.result(query.id, result.id), item)
    },

    /** Leaves a started result to the table's stream. */
    async postpone(owner: Owner, { query, id }: QueryResult): Promise<void> {
      const set = { waits_for_people: owner }
      const update = change(keyOf.result(query, id), { set }, isIncomplete)
      await afterDeadline(() => updateIgnoringConflict(table, update))
    },

    /**
     * Computes a result and makes it the newest of its query, unless the query has changed meanwhile. If several
     * processes compute the same result, the first one wins; a complete result is only made the newest.
     * @throws OsdiError busy when not everything can be read at the moment; nothing is stored then
     */
    async compute(owner: Owner, result: QueryResult, onProgress: OnProgress = () => undefined): Promise<QueryResult> {
      if (result.status === 'complete') {
        // The process that completed it may have crashed before it updated the query.
        await makeNewest(table, result)
        return result
      }
      const { subscribed, others } = await peopleOf(owner, result, onProgress)
      const complete: Kept & { chunks: string } = {
        ...result,
        chunks: randomUUID(),
        status: 'complete',
        total_people: subscribed.length + others.length,
        total_subscribed: subscribed.length,
      }
      await keepChunks(table, complete.chunks, [...subscribed, ...others], expiryOf(complete) + DAY_SECONDS)
      await markComplete(table, complete)
      const kept = await find(result.query, result.id)
      await makeNewest(table, kept)
      return kept
    },

    find,

    /** Results of a query that are still kept, newest first. */
    async list(query: string, { page, per_page }: PageRequest): Promise<Page<QueryResult>> {
      const items = await getBeside(table, keyOf.result(query, ''))
      const results = items
        .filter((item) => !isExpired(item))
        .map((item) => resultAt(new Date(), valueOf<QueryResult>(item)))
        .sort((one, other) => (one.created_date < other.created_date ? 1 : -1))
      const members = results.slice((page - 1) * per_page, page * per_page)
      return { page, per_page, total_records: results.length, members }
    },

    /** Returns a part of the people of a result, in its order, without erased and, for email, unsubscribed people. */
    async people(owner: Owner, result: QueryResult, { audience, from, count }: Part): Promise<Found[]> {
      const to = Math.min(from + count, totalFor(result, audience))
      if (from >= to) return []
      const { chunks } = result as Kept
      const entries = chunks === undefined ? [] : await readChunks(table, chunks, from, to)
      const items = await getMany(
        table,
        entries.map(({ person }) => keyOf.person(person)),
      )
      const { include } = eventsOfResult(result)
      return entries.flatMap(({ events }, i) => {
        const person = ownPerson(items[i], owner)
        if (!person || (audience === 'email' && !takesEmail(person))) return []
        return [
          {
            person,
            position: from + i,
            events: events.map((event) => include[event] as string),
          },
        ]
      })
    },
  }
}

export type ResultStore = ReturnType<typeof resultStore>

const sumOf = (events: { length: number }[]) => events.reduce((sum, { length }) => sum + length, 0)

/** A person who is in the owner's list, and not erased. */
const ownPerson = (item: Item | undefined, owner: Owner) =>
  item?.['owner'] === owner && item['erased_date'] === undefined ? valueOf<Person>(item) : undefined

/** The people of a result: those with a subscribed email, and the others. */
interface Parts {
  subscribed: Entry[]
  others: Entry[]
}

const partsWithHabits = async (
  table: Table,
  { asked }: QueryResult,
  { subscribed, others }: Parts,
): Promise<Parts> => ({
  subscribed: await withHabits(table, asked, subscribed),
  others: await withHabits(table, asked, others),
})

/**
 * Puts subscribed people first, so that the people for an email are the first of a result. People who are not in the
 * owner's list, erased or not wanted are left out.
 */
async function parted(
  table: Table,
  owner: Owner,
  selected: Entry[],
  { isWanted, onProgress }: { isWanted: (person: Person) => boolean; onProgress: (people: number) => void },
): Promise<Parts> {
  let read = 0
  const takes = await inParallel(inPieces(selected, GROUP), GROUPS, async (group) => {
    const items = await getMany(
      table,
      group.map(({ person }) => keyOf.person(person)),
      { consistent: true },
    )
    onProgress((read += group.length))
    return items.map((item) => {
      const person = ownPerson(item, owner)
      return person && isWanted(person) ? takesEmail(person) : undefined
    })
  })
  const answers = takes.flat()
  return {
    subscribed: selected.filter((_, i) => answers[i] === true),
    others: selected.filter((_, i) => answers[i] === false),
  }
}

/** Completes a result. The first process that has computed it wins. */
const markComplete = (
  table: Table,
  { query, id, chunks, status, total_people, total_subscribed }: Kept,
): Promise<true> =>
  updateIgnoringConflict(
    table,
    change(
      keyOf.result(query, id),
      { set: { chunks, status, total_people, total_subscribed }, remove: ['waits_for_people'] },
      isIncomplete,
    ),
  )

const isIncomplete = all(has('pk'), lacks('chunks'))

/** The revision goes up, so that a change of the query which is under way sees the result. */
const makeNewest = (table: Table, result: QueryResult): Promise<true> => {
  const { include, match, exclude } = result.asked
  const optional = OPTIONAL_OF_SELECTION.map((name) => [name, result.asked[name]] as const)
  const asked = [...optional, ...Object.entries({ include, match, exclude })]
  const { id, created_date, total_people, total_subscribed } = result
  return updateIgnoringConflict(
    table,
    change(
      keyOf.query(result.query),
      { set: { result: { id, created_date, total_people, total_subscribed } }, add: { revision: 1 } },
      all(
        ...asked.map(([name, value]) => (value === undefined ? lacks(name) : is(name, value))),
        either(lacks('result'), isBelow('result.created_date', created_date)),
      ),
    ),
  )
}

const DAY_SECONDS = 86_400

const expiryOf = ({ expires_date }: QueryResult) => Math.floor(Date.parse(expires_date) / 1000)

/** DynamoDB removes what has expired within days, not at once. */
const isExpired = ({ expires }: Item) => (expires as number) * 1000 < Date.now()
