import { type Fault, invalid } from '../errors.js'
import { isIdentifier, isNativeId, splitIdentifiers } from '../identifier.js'
import type { OsdiEvent } from '../events/event.js'
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
  /** Returns the events of a campaign of an owner, up to a number; none where it is none of the owner. */
  eventsOfCampaign(owner: Owner, campaign: string, most: number): Promise<string[]>
  /** Those of the events that belong to an owner. */
  ownEvents(owner: Owner, ids: string[]): Promise<ReadonlyMap<string, Pick<OsdiEvent, 'questions'>>>
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
    create: (identifiers) =>
      asking(newQuery({ ...draft, identifiers }, { id: newId(), owner, now: now() }), sent, dependencies),
    change: (current, identifiers) =>
      asking(changedQuery(current, { ...draft, identifiers }, now()), sent, dependencies),
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
    change: (current: TargetingQuery, identifiers: string[]) =>
      asking(changedQuery(current, { ...change, identifiers }, now()), sent, dependencies),
  }
  return changeIdentified(owner, id, change.identifiers ?? [], rules, precondition)
}

/**
 * Requires that a query which asks for answers asks questions of its events.
 * @throws OsdiError invalid
 */
async function asking(
  query: TargetingQuery,
  sent: Pick<QueryChange, 'answers' | 'include'>,
  { ownEvents }: Pick<QueryDependencies, 'ownEvents'>,
): Promise<TargetingQuery> {
  if (!query.answers || (!sent.answers && !sent.include)) return query
  const events = await ownEvents(query.owner, query.include)
  const known = new Set([...events.values()].flatMap(({ questions = [] }) => questions.map(({ id }) => id)))
  const [first, ...others] = Object.keys(query.answers)
    .filter((id) => !known.has(id))
    .map(unknownQuestion)
  if (first) throw invalid([first, ...others])
  return query
}

const unknownQuestion = (id: string): Fault => {
  const path = `answers.${id.slice(0, 200).toWellFormed()}`
  return {
    error_code: 'unknown_question',
    description: `${path} is no question of an included event`,
    properties: [path],
  }
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

/** The address of a campaign, which stands for all of its events at that time. */
const CAMPAIGN = /\/event_campaigns\/([0-9a-f-]{36})\/?$/i

/**
 * Returns the ids that each entry names: of an event, of the dates of a series, or of the events of a campaign. None
 * where it names nothing.
 */
async function named(owner: Owner, entries: string[], dependencies: QueryDependencies): Promise<string[][]> {
  const series = entries.map((entry) => SERIES.exec(entry)?.[1]?.toLowerCase())
  const campaigns = entries.map((entry) => CAMPAIGN.exec(entry)?.[1]?.toLowerCase())
  const events = await idsOf(
    entries.filter((_, i) => series[i] === undefined && campaigns[i] === undefined),
    dependencies,
  )
  const ofCampaigns = await Promise.all(
    campaigns.map((id) =>
      id === undefined ? Promise.resolve([]) : dependencies.eventsOfCampaign(owner, id, MOST_DATES + 1),
    ),
  )
  const found = await Promise.all(
    series.map((id) => (id === undefined ? Promise.resolve(undefined) : dependencies.findSeries(id))),
  )
  return entries.map((_, i) => {
    if (campaigns[i] !== undefined) return ofCampaigns[i] ?? []
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
