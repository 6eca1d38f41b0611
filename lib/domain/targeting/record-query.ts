import { type Fault, invalid } from '../errors.js'
import { isIdentifier, isNativeId, splitIdentifiers } from '../identifier.js'
import type { Owner } from '../access/principal.js'
import type { Series } from '../series/plan-series.js'
import {
  type Precondition,
  type IdentifiedStore,
  changeIdentified,
  recordByIdentifier,
} from '../record-by-identifier.js'
import {
  type QueryChange,
  type QueryDraft,
  type TargetingQuery,
  changedQuery,
  newQuery,
} from './targeting-query.js'

/** The dependencies of recording queries. */
export interface QueryDependencies {
  queries: IdentifiedStore<TargetingQuery>
  /** Returns the ids of the events of any owner that hold the identifiers, in the order of the identifiers. */
  eventsByIdentifier(identifiers: string[]): Promise<(string | undefined)[]>
  /** Returns a series of any owner; undefined when there is none. */
  findSeries(id: string): Promise<Pick<Series, 'owner' | 'events'> | undefined>
  /** Those of the events that belong to an owner. */
  ownEvents(owner: Owner, ids: string[]): Promise<{ has(id: string): boolean }>
  nativePrefix: string
  now: () => Date
  newId: () => string
}

/**
 * Records a POST: creates a query, or changes the one that already holds one of its identifiers.
 * @throws OsdiError invalid, naming every event that the owner does not have; conflict, as recordByIdentifier
 */
export async function recordQuery(
  owner: Owner,
  sent: QueryDraft,
  dependencies: QueryDependencies,
): Promise<TargetingQuery> {
  const { queries, nativePrefix, now, newId } = dependencies
  const draft = { ...sent, ...(await eventsOf(owner, sent, dependencies)) } as QueryDraft
  return recordByIdentifier(owner, draft.identifiers ?? [], {
    store: queries,
    noun: 'query',
    nativePrefix,
    create: async (identifiers) => newQuery({ ...draft, identifiers }, { id: newId(), owner, now: now() }),
    change: async (current, identifiers) => changedQuery(current, { ...draft, identifiers }, now()),
  })
}

/**
 * Applies a PUT to a query. Identifiers that another query holds are left out.
 * @throws OsdiError not_found, also for another owner's query; invalid, as recordQuery
 */
export async function changeQuery(
  owner: Owner,
  id: string,
  sent: QueryChange,
  dependencies: QueryDependencies,
  precondition?: Precondition,
): Promise<TargetingQuery> {
  const { queries, nativePrefix, now } = dependencies
  const change = { ...sent, ...(await eventsOf(owner, sent, dependencies)) }
  const rules = {
    store: queries,
    nativePrefix,
    change: async (current: TargetingQuery, identifiers: string[]) =>
      changedQuery(current, { ...change, identifiers }, now()),
  }
  return changeIdentified(owner, id, change.identifiers ?? [], rules, precondition)
}

/** Returns the ids of a request's events. Another owner's event is refused like one that does not exist. */
async function eventsOf(owner: Owner, sent: QueryChange, dependencies: QueryDependencies) {
  const [include, exclude] = await Promise.all([
    named(owner, sent.include ?? [], dependencies),
    named(owner, sent.exclude ?? [], dependencies),
  ])
  const own = await dependencies.ownEvents(owner, [...include, ...exclude].flat())
  const faults = (entries: string[][], field: string): Fault[] => [
    ...entries.flatMap((ids, i) =>
      ids.length > 0 && ids.every((id) => own.has(id)) ? [] : [unknownEvent(`${field}[${i}]`)],
    ),
    ...(new Set(entries.flat()).size > MOST_DATES ? [tooManyDates(field)] : []),
  ]
  const [first, ...others] = [...faults(include, 'include'), ...faults(exclude, 'exclude')]
  if (first) throw invalid([first, ...others])
  return {
    ...(sent.include && { include: [...new Set(include.flat())] }),
    ...(sent.exclude && { exclude: [...new Set(exclude.flat())] }),
  }
}

/** Most events of a query after each series has become its dates: a result reads all of their attendances. */
const MOST_DATES = 400

/** The address of a series, which stands for all of its dates. */
const SERIES = /\/series\/([0-9a-f-]{36})\/?$/i

/** Returns the ids that each entry names: of an event, or of the dates of a series. None where it names nothing. */
async function named(owner: Owner, entries: string[], dependencies: QueryDependencies): Promise<string[][]> {
  const series = entries.map((entry) => SERIES.exec(entry)?.[1]?.toLowerCase())
  const events = await idsOf(
    entries.filter((_, i) => series[i] === undefined),
    dependencies,
  )
  const found = await Promise.all(
    series.map((id) => (id === undefined ? Promise.resolve(undefined) : dependencies.findSeries(id))),
  )
  return entries.map((_, i) => {
    if (series[i] === undefined) return events.splice(0, 1).filter((id) => id !== undefined)
    const dates = found[i]
    return dates && dates.owner === owner ? dates.events : []
  })
}

/** The ids that events are named by: by id already, by native or by foreign identifier. */
async function idsOf(names: string[], dependencies: QueryDependencies) {
  const ids = names.map((name) => splitIdentifiers([name], dependencies.nativePrefix).nativeIds[0] ?? name)
  const foreign = ids.filter((name) => !isNativeId(name) && isIdentifier(name))
  const held = await dependencies.eventsByIdentifier(foreign)
  const byIdentifier = new Map(foreign.map((name, i) => [name, held[i]]))
  return ids.map((id) => (isNativeId(id) ? id : byIdentifier.get(id)))
}

const tooManyDates = (field: string): Fault => ({
  error_code: 'too_many_dates',
  description: `${field} names more than ${MOST_DATES} events`,
  properties: [field],
})

const unknownEvent = (path: string): Fault => ({
  error_code: 'unknown_event',
  description: `${path} is no event of yours`,
  properties: [path],
})
