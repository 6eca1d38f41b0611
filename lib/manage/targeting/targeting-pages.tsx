import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { peoplePart } from '../../csv/part.js'
import { peopleHeadings } from '../../csv/people.js'
import { OsdiError, notFound } from '../../domain/errors.js'
import {
  COUNTED_STATUSES,
  MAX_EVENTS as MOST_EVENTS,
  queryFields,
} from '../../domain/targeting/query-fields.js'
import { bodyFields } from '../../domain/fields/vocabulary.js'
import { isNativeId } from '../../domain/identifier.js'
import { type Audience, resultToShow, totalFor } from '../../domain/targeting/query-result.js'
import { answersOfFound, sharedQuestions } from '../../domain/targeting/answers-of-found.js'
import { changeQuery, recordQuery } from '../../domain/targeting/record-query.js'
import { runIfNew, runQuery } from '../../domain/targeting/run-query.js'
import { type QueryDraft, type TargetingQuery, selectionOf } from '../../domain/targeting/targeting-query.js'
import { readPageRequest } from '../../http/query/page-request.js'
import { readNew } from '../../input/read-body.js'
import { withIdsFrom } from '../../request-context.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { PER_PART, partIn } from '../imports/file-parts.js'
import { type FormState, NO_FAULTS, faultsOf, textsIn } from '../page/form.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { ownerPath } from '../paths.js'
import { chosenEvents } from '../../domain/finding/event-summary.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { Page } from '../../domain/page.js'
import { ownerEvents, readEvents } from '../finding/owner-events.js'
import {
  type Actions,
  answersIn,
  chosenIn,
  formOfQuery,
  questionsIn,
  withAnswersOf,
} from './targeting-actions.js'
import { newQueryPage, queriesPage, queryPage } from './targeting-views.js'

/** Actions on a page of the form of a query, and campaigns to choose from. */
const PER_PAGE = 25
const MOST_CAMPAIGNS = 100

const tooMany = (description: string) => ({
  ...{ error_code: 'too_many_events', description, properties: ['include'] },
})

/** Fields that an emptied input clears. */
const NOTHING_ASKED = {
  ...{ rsvp_from: null, rsvp_before: null, answers: null },
  ...{ rsvps_at_least: null, attended_at_most: null },
}

type Ctx = Context<ManageEnv>

/** Finds people by the actions that they attend, and saves what was asked. */
export function targetingPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { events, targeting } = dependencies
  const { queries, results } = targeting
  const path = ownerPath(':owner', 'targeting')

  app.get(path, requires('target'), async (c) => {
    const request = readPageRequest(new URL(c.req.url).search)
    return queriesPage(c, await queries.list(c.get('owner').owner, request))
  })

  app.get(`${path}/new`, requires('target'), async (c) => {
    const values = { draft: randomUUID(), status_accepted: 'on' }
    return newQueryPage(c, { values, faults: NO_FAULTS }, await actionsFor(c, values))
  })

  app.post(`${path}/new`, requires('target'), async (c) => {
    const { owner, person } = c.get('owner')
    return answerForm(c, undefined, (draft, key) =>
      withIdsFrom(JSON.stringify([owner, person, key]), async () =>
        runIfNew(await recordQuery(owner, draft, targeting.queryDependencies), targeting.resultDependencies),
      ),
    )
  })

  app.get(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    const values = formOfQuery(query)
    const actions = await actionsFor(c, values)
    const form = { values: withAnswersOf(values, query, questionsIn(values, actions)), faults: NO_FAULTS }
    return newQueryPage(c, form, actions, query)
  })

  app.post(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    const { rsvp_from, rsvp_before, rsvps_at_least, attended_at_most, answers } = NOTHING_ASKED
    return answerForm(c, query, async (draft) =>
      runIfNew(
        await changeQuery(
          c.get('owner').owner,
          query.id,
          { rsvp_from, rsvp_before, rsvps_at_least, attended_at_most, answers, ...draft },
          targeting.queryDependencies,
        ),
        targeting.resultDependencies,
      ),
    )
  })

  /** Finds a query that has a form: not one for the hosts of a campaign. */
  async function editable(c: Ctx): Promise<TargetingQuery> {
    const query = await queries.find(c.get('owner').owner, queryIn(c))
    if (query.hosts_of !== undefined) throw notFound()
    return query
  }

  /** Answers the form of a query: with other actions, with what is wrong, or with the people. */
  async function answerForm(
    c: Ctx,
    saved: TargetingQuery | undefined,
    save: (draft: QueryDraft, key: string) => Promise<TargetingQuery>,
  ) {
    const values = textsIn(await c.req.parseBody())
    if (values['all']) return newQueryPage(c, await withAll(c, values), await actionsFor(c, values), saved)
    if (values['page'])
      return newQueryPage(c, { values, faults: NO_FAULTS }, await actionsFor(c, values), saved)
    try {
      const answers = answersIn(values, questionsIn(values, await actionsFor(c, values)))
      const draft = { ...draftIn(values), ...(Object.keys(answers).length > 0 && { answers }) }
      const query = await save(draft, values['draft'] || randomUUID())
      await logChange(c, dependencies, {
        action: 'query_saved',
        subject: { id: query.id, title: query.title },
      })
      return c.redirect(`${ownerPath(c.get('owner').id, 'targeting')}/${query.id}`, 303)
    } catch (error) {
      const faults = faultsOf(error)
      return newQueryPage(c, { values, faults }, await actionsFor(c, values), saved)
    }
  }

  /** Includes all actions that a search or a campaign finds. */
  async function withAll(c: Ctx, values: Record<string, string>): Promise<FormState> {
    const { owner } = c.get('owner')
    const { events: found } = (await narrowed(c, values)) ?? { events: [] }
    const own = await events.findMany(
      owner,
      found.slice(0, MOST_EVENTS).map(({ id }) => id),
    )
    for (const event of own.values()) values[`action ${event.id}`] = 'include'
    const rest = found.length - MOST_EVENTS
    if (rest <= 0) return { values, faults: NO_FAULTS }
    const { targeting: words } = c.get('texts')
    return { values, faults: [tooMany(words.tooManyEvents(MOST_EVENTS, rest))] }
  }

  /** The actions that a search and a campaign find, and the campaigns; undefined without both. */
  async function narrowed(c: Ctx, { find = '', campaign = '' }: Record<string, string>) {
    if (!find.trim() && !campaign) return undefined
    const all = await ownerEvents(c, dependencies)
    const summaries = all.summaries.map((each) => ({ ...each, is_of_api: false }))
    return chosenEvents(
      summaries,
      { view: 'all', find: find.slice(0, 200), ...(campaign && { campaign }) },
      { now: new Date(), campaigns: all.campaigns, language: c.get('lang') },
    )
  }

  /** The page of actions that a button of the form asks for, and those that were chosen and are not on it. */
  async function actionsFor(c: Ctx, values: Record<string, string>): Promise<Actions> {
    const { owner } = c.get('owner')
    const page = /^[1-9]\d{0,4}$/.test(values['page'] ?? '') ? Number(values['page']) : 1
    const chosen = chosenIn(values).filter(isNativeId)
    const [offered, found, campaigns] = await Promise.all([
      offeredActions(c, values, page),
      events.findMany(owner, chosen),
      dependencies.campaigns.store.list(owner, { page: 1, per_page: MOST_CAMPAIGNS }),
    ])
    const onPage = new Set(offered.members.map(({ id }) => id))
    return {
      offered,
      elsewhere: [...found.values()].filter(({ id }) => !onPage.has(id)),
      campaigns: new Map(campaigns.members.map(({ id, title }) => [id, title])),
      isNarrowed: Boolean(values['find']?.trim() || values['campaign']),
    }
  }

  async function offeredActions(
    c: Ctx,
    values: Record<string, string>,
    page: number,
  ): Promise<Page<OsdiEvent>> {
    const { owner } = c.get('owner')
    const found = await narrowed(c, values)
    if (!found) return events.listSelectable(owner, { page, per_page: PER_PAGE })
    const listed = found.events.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    const members = await readEvents(c, dependencies, listed)
    return { page, per_page: PER_PAGE, total_records: found.events.length, members }
  }

  app.get(`${path}/:query`, requires('target'), async (c) => {
    const { owner } = c.get('owner')
    const query = await queries.find(owner, queryIn(c))
    const request = readPageRequest(new URL(c.req.url).search)
    const [result, last, asked] = await Promise.all([
      query.result ? newestResult(query, results) : undefined,
      lastStarted(query, results),
      events.findMany(owner, [...query.include, ...query.exclude]),
    ])
    const part = {
      audience: 'everybody' as const,
      from: (request.page - 1) * request.per_page,
      count: request.per_page,
    }
    const people = result ? await results.people(owner, result, part) : []
    const found = { ...request, members: people, total_records: result?.total_people ?? 0 }
    const state = last && last.id !== result?.id ? last.status : undefined
    if (state === 'computing') c.header('refresh', '3')
    return queryPage(c, { query, result, state, found, asked, mails: dependencies.messages !== undefined })
  })

  app.post(`${path}/:query/run`, requires('target'), async (c) => {
    const { owner, id } = c.get('owner')
    const query = await queries.find(owner, queryIn(c))
    // A second press of the button waits for what the first has begun.
    const last = await lastStarted(query, results)
    if (last?.status !== 'computing' || !isDeepStrictEqual(last.asked, selectionOf(query)))
      await runQuery(query, targeting.resultDependencies)
    await logChange(c, dependencies, { action: 'query_run', subject: { id: query.id, title: query.title } })
    return c.redirect(`${ownerPath(id, 'targeting')}/${query.id}`, 303)
  })

  app.get(`${path}/:query/people.csv`, requires('target'), async (c) => {
    const { owner } = c.get('owner')
    const audience: Audience = c.req.query('audience') === 'email' ? 'email' : 'everybody'
    const query = await queries.find(owner, queryIn(c))
    const result = await resultToShow(query, undefined, results)
    const asked = await events.findMany(owner, result.asked.include)
    const questions = sharedQuestions(asked.values())
    const part = partIn(c)
    const first = (part - 1) * PER_PART
    const { csv, next } = await peoplePart(
      {
        read: (from, count) => results.people(owner, result, { audience, from, count }),
        total: Math.min(totalFor(result, audience), first + PER_PART),
        eventOf: (event) => asked.get(event),
        questions,
        answersOf: answersOfFound([...asked.values()], (...of) => dependencies.attendances.ofPeople(...of)),
      },
      first,
    )
    // A file that ends early looks like a whole one.
    if (next !== undefined) throw new OsdiError('too_large', 'The rows of this file are too long')
    await logChange(c, dependencies, {
      action: 'people_downloaded',
      subject: { id: query.id, title: query.title },
    })
    c.header('content-type', 'text/csv; charset=utf-8; header=present')
    c.header('content-disposition', `attachment; filename="people${part > 1 ? `-${part}` : ''}.csv"`)
    return c.body(part > 1 ? peopleHeadings(questions) + csv : csv)
  })
}

/** Returns the newest result of a query; undefined when it has expired or is not computed yet. */
const newestResult = (query: TargetingQuery, results: ManageDependencies['targeting']['results']) =>
  resultToShow(query, undefined, results).catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'conflict') return undefined
    throw error
  })

/** Returns the result that was begun last, whatever has become of it. */
async function lastStarted({ id }: TargetingQuery, results: ManageDependencies['targeting']['results']) {
  const { members } = await results.list(id, { page: 1, per_page: 1 })
  return members[0]
}

function queryIn(c: Ctx): string {
  const id = c.req.param('query') ?? ''
  if (!isNativeId(id)) throw notFound()
  return id
}

/**
 * Reads a form in which each action is included, excluded or neither, and each status is marked or not.
 * @throws OsdiError invalid
 */
function draftIn(values: Record<string, string>): QueryDraft {
  const { title, match, rsvp_from, rsvp_before } = values
  const body = { title, match, rsvp_from, rsvp_before, exclude: chosenIn(values, 'exclude') }
  const counts = (['rsvps_at_least', 'attended_at_most'] as const).flatMap((name) =>
    values[name]?.trim() ? [[name, Number(values[name])]] : [],
  )
  const include = chosenIn(values, 'include')
  const status = COUNTED_STATUSES.filter((each) => values[`status_${each}`] === 'on')
  const fields = bodyFields(queryFields)
  return readNew(fields, {
    ...body,
    ...(Object.fromEntries(counts) as object),
    ...(include.length > 0 && { include }),
    ...(status.length > 0 && { status }),
  }).values as QueryDraft
}
