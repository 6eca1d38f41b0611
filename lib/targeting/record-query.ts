import { type Fault, invalid } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { type NamingDependencies, namedBy } from './name-selection.js'
import type { Resolved } from './query-result.js'
import {
  type Precondition,
  type IdentifiedStore,
  changeIdentified,
  recordByIdentifier,
} from '../resources/record-by-identifier.js'
import {
  type QueryChange,
  type QueryDraft,
  type TargetingQuery,
  changedQuery,
  hasSources,
  newQuery,
} from './targeting-query.js'

/** The dependencies of recording queries. */
export interface QueryDependencies extends NamingDependencies {
  queries: IdentifiedStore<TargetingQuery>
  /** Finds the events that a query would stand for. @throws OsdiError invalid when there are too many */
  resolve(query: TargetingQuery): Promise<Resolved>
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
  const draft = { ...sent, ...(await namedBy(owner, sent, dependencies)) } as QueryDraft
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
 * Records a query that the service keeps for itself, under an id that follows from what it is about (derivedId).
 * Another owner could hold an identifier first; none can choose an id.
 */
export const recordStandingQuery = (
  owner: Owner,
  id: string,
  draft: Omit<QueryDraft, 'identifiers'>,
  dependencies: QueryDependencies,
): Promise<TargetingQuery> =>
  recordQuery(
    owner,
    { ...draft, identifiers: [`${dependencies.nativePrefix}:${id}`] },
    { ...dependencies, newId: () => id },
  )

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
  const change = { ...sent, ...(await namedBy(owner, sent, dependencies)) } as QueryChange
  const rules = {
    store: queries,
    nativePrefix,
    change: (current: TargetingQuery, identifiers: string[]) =>
      asking(changedQuery(current, { ...change, identifiers }, now()), sent, dependencies),
  }
  return changeIdentified(owner, id, change.identifiers ?? [], rules, precondition)
}

/**
 * Requires that a query stands for events that a result can read, and that it asks for answers to their questions.
 * @throws OsdiError invalid
 */
async function asking(
  query: TargetingQuery,
  sent: QueryChange,
  { ownEvents, resolve }: Pick<QueryDependencies, 'ownEvents' | 'resolve'>,
): Promise<TargetingQuery> {
  const asksAnswers = query.answers && (sent.answers || sent.include || sent.include_search !== undefined)
  if (!asksAnswers && !hasSources(query)) return query
  const { include } = await resolve(query)
  if (!asksAnswers) return query
  const events = await ownEvents(query.owner, include)
  const known = new Set([...events.values()].flatMap(({ questions = [] }) => questions.map(({ id }) => id)))
  const [first, ...others] = Object.keys(query.answers ?? {})
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
