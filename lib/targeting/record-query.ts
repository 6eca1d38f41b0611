import { type Fault, invalid } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { findEvents } from '../events/store/read-events.js'
import { type Precondition, changeIdentified, recordByIdentifier } from '../resources/record-by-identifier.js'
import type { Targeting } from './sources.js'
import { namedBy } from './store/name-selection.js'
import { queryStore } from './store/query-store.js'
import { resolveSelection } from './store/resolve-selection.js'
import {
  type QueryChange,
  type QueryDraft,
  type TargetingQuery,
  changedQuery,
  hasSources,
  newQuery,
} from './targeting-query.js'

/**
 * Records a POST: creates a query, or changes the one that already holds one of its identifiers.
 * @throws OsdiError invalid, naming every event that the owner does not have; conflict, as recordByIdentifier
 */
export async function recordQuery(targeting: Targeting, owner: Owner, sent: QueryDraft): Promise<TargetingQuery> {
  const { table, site, now, newId } = targeting
  const draft = { ...sent, ...(await namedBy(targeting, owner, sent)) } as QueryDraft
  return recordByIdentifier(owner, draft.identifiers ?? [], {
    store: queryStore(table),
    noun: 'query',
    nativePrefix: site.nativePrefix,
    create: (identifiers) =>
      asking(newQuery({ ...draft, identifiers }, { id: newId(), owner, now: now() }), sent, targeting),
    change: (current, identifiers) => asking(changedQuery(current, { ...draft, identifiers }, now()), sent, targeting),
  })
}

/**
 * Makes the query of a message, which is not saved: only its results are kept, under an id that follows from what it is
 * about (derivedId).
 * @throws OsdiError invalid, as recordQuery
 */
export async function unsavedQuery(
  targeting: Targeting,
  owner: Owner,
  id: string,
  sent: QueryDraft,
): Promise<TargetingQuery> {
  const draft = { ...sent, ...(await namedBy(targeting, owner, sent)) } as QueryDraft
  return asking(newQuery(draft, { id, owner, now: targeting.now() }), sent, targeting)
}

/**
 * Applies a PUT to a query. Identifiers that another query holds are left out.
 * @throws OsdiError not_found, also for another owner's query; invalid, as recordQuery
 */
export async function changeQuery(
  targeting: Targeting,
  owner: Owner,
  id: string,
  sent: QueryChange,
  precondition?: Precondition,
): Promise<TargetingQuery> {
  const { table, site, now } = targeting
  const change = { ...sent, ...(await namedBy(targeting, owner, sent)) } as QueryChange
  const rules = {
    store: queryStore(table),
    nativePrefix: site.nativePrefix,
    change: (current: TargetingQuery, identifiers: string[]) =>
      asking(changedQuery(current, { ...change, identifiers }, now()), sent, targeting),
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
  { table, sources }: Targeting,
): Promise<TargetingQuery> {
  const asksAnswers = query.answers && (sent.answers || sent.include || sent.include_search !== undefined)
  if (!asksAnswers && !hasSources(query)) return query
  const { include } = await resolveSelection(table, query, sources)
  if (!asksAnswers) return query
  const events = await findEvents(table, query.owner, include)
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
