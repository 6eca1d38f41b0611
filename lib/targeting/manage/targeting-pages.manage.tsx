import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { peoplePart, peopleHeadings, answersOfFound, sharedQuestions } from '../files/people-file.js'
import { OsdiError, invalid, notFound } from '../../runtime/errors.js'
import { isNativeId, withIdsFrom } from '../../fields/identifier.js'
import { type Audience, eventsOfResult, resultToShow, totalFor } from '../query-result.js'
import { changeQuery, recordQuery } from '../record-query.js'
import { runIfNew, runQuery } from '../run-query.js'
import { type QueryDraft, type TargetingQuery, selectionOf } from '../targeting-query.js'
import { readPageRequest } from '../../http/query/page-request.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { PER_PART, partIn } from './file-parts.manage.js'
import { type FormState, NO_FAULTS, bodyOf, faultsOf, textsIn } from '../../manage/page/form.js'
import { spreadsheet } from '../../manage/page/spreadsheet.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { ownerPath } from '../../manage/paths.js'
import type { Owner } from '../../runtime/owner.js'
import { eventsAmong, sourceOf } from '../event-source.js'
import { changeOf, draftIn, entriesIn, faultsOfSentence, formOfQuery, withPicked } from './query-form.manage.js'
import { answersIn, audiencePage, withAnswersOf } from './audience-form.manage.js'
import { choicesFor } from './choices.manage.js'
import { countWhileTyping } from './count.manage.js'
import { queryPage } from './query-page.manage.js'
import { seriesStore } from '../../series/store/series-store.js'
import { queryStore } from '../store/query-store.js'
import { type ResultStore, resultStore } from '../store/result-store.js'
import { queriesPage } from './targeting-views.manage.js'
import { attendancesOfPeople } from '../../attendances/store/read-attendances.js'

/** Campaigns that an audience may name. */
const MOST_CAMPAIGNS = 100

type Ctx = Context<ManageEnv>

/** Finds people by the actions that they attend, and saves what was asked. */
export function targetingPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { events, targeting } = dependencies
  const queries = queryStore(targeting.table)
  const results = resultStore(targeting.table)
  const path = ownerPath(':owner', 'targeting')

  app.get(path, requires('target'), async (c) => {
    const request = readPageRequest(new URL(c.req.url).search)
    return queriesPage(c, await queries.list(c.get('owner').owner, request))
  })

  app.get(`${path}/new`, requires('target'), async (c) => showForm(c, { draft: randomUUID(), to: 'guests' }))

  app.post(`${path}/new`, requires('target'), async (c) => {
    const { owner, person } = c.get('owner')
    return answerForm(c, undefined, (draft, key) =>
      withIdsFrom(JSON.stringify([owner, person, key]), async () =>
        runIfNew(targeting, await recordQuery(targeting, owner, draft)),
      ),
    )
  })

  app.post(`${path}/count`, requires('target'), async (c) =>
    countWhileTyping(c, dependencies, (_, counted) => {
      const { sentence: words } = c.get('texts').targeting
      if (!counted) return words.tooMany
      return words.found(counted.people, formatNumber(c, counted.people), formatNumber(c, counted.subscribed))
    }),
  )

  app.get(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    const values = formOfQuery(query)
    const choices = await choicesFor(c, dependencies, values)
    return audiencePage(c, { values: withAnswersOf(values, query, choices), faults: NO_FAULTS }, choices, query)
  })

  app.post(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    return answerForm(c, query, async (draft) =>
      runIfNew(targeting, await changeQuery(targeting, c.get('owner').owner, query.id, changeOf(draft))),
    )
  })

  /** Shows the form of an audience as it was typed, with what is wrong. */
  async function showForm(
    c: Ctx,
    values: Record<string, string>,
    saved?: TargetingQuery,
    faults: FormState['faults'] = NO_FAULTS,
  ) {
    return audiencePage(c, { values, faults }, await choicesFor(c, dependencies, values), saved)
  }

  /** Finds a query that has a form: not one for the hosts of a campaign. */
  async function editable(c: Ctx): Promise<TargetingQuery> {
    const query = await queries.find(c.get('owner').owner, queryIn(c))
    if (query.hosts_of !== undefined) throw notFound()
    return query
  }

  /** Answers the form of an audience: with a further condition, with what is wrong, or with the people. */
  async function answerForm(
    c: Ctx,
    saved: TargetingQuery | undefined,
    save: (draft: QueryDraft, key: string) => Promise<TargetingQuery>,
  ) {
    const typed = textsIn(await bodyOf(c))
    if (typed['more'] === 'find') return showForm(c, typed, saved)
    const values = withPicked(typed)
    if (typed['more']) return showForm(c, values, saved)
    const missing = faultsOfSentence(values)
    try {
      const named = await events.findMany(c.get('owner').owner, entriesIn(values, 'include').filter(isNativeId))
      const answers = answersIn(values, { events: named }, saved)
      const draft = {
        ...draftIn(dependencies.site, values),
        ...(Object.keys(answers).length > 0 && { answers }),
      }
      const [first, ...others] = missing
      if (first) throw invalid([first, ...others])
      const query = await save(draft, values['draft'] || randomUUID())
      await logChange(c, dependencies, {
        action: 'query_saved',
        subject: { id: query.id, title: query.title },
      })
      return c.redirect(`${ownerPath(c.get('owner').id, 'targeting')}/${query.id}`, 303)
    } catch (error) {
      const faults = faultsOf(error).filter((fault) => !missing.includes(fault))
      return showForm(c, values, saved, [...faults, ...missing])
    }
  }

  /** Returns the titles of the series among some entries. */
  async function titlesOfSeries(owner: Owner, entries: string[]): Promise<Map<string, string>> {
    const ids = entries.flatMap((entry) => {
      const { kind, id } = sourceOf(entry)
      return kind === 'series' ? [id] : []
    })
    const found = await Promise.all(ids.map((id) => seriesStore(dependencies.table).find(id)))
    const own = found.filter((each) => each?.owner === owner)
    const first = await events.findMany(
      owner,
      own.flatMap((each) => each?.events.slice(0, 1) ?? []),
    )
    return new Map(
      own.flatMap((each) => {
        const [id = ''] = each?.events ?? []
        const title = first.get(id)?.title
        return each && title !== undefined ? [[each.id, title] as const] : []
      }),
    )
  }

  app.get(`${path}/:query`, requires('target'), async (c) => {
    const { owner } = c.get('owner')
    const query = await queries.find(owner, queryIn(c))
    const request = readPageRequest(new URL(c.req.url).search)
    const entries = [...query.include, ...query.exclude]
    const near = query.near && 'event' in query.near ? [query.near.event] : []
    const [result, last, asked, campaigns, series] = await Promise.all([
      query.result ? newestResult(query, results) : undefined,
      lastStarted(query, results),
      events.findMany(owner, [...eventsAmong(entries), ...near]),
      dependencies.campaigns.list(owner, { page: 1, per_page: MOST_CAMPAIGNS }),
      titlesOfSeries(owner, entries),
    ])
    const titles = new Map(campaigns.members.map(({ id, title }) => [id, title]))
    const names = { events: asked, campaigns: titles, series }
    const part = {
      audience: 'everybody' as const,
      from: (request.page - 1) * request.per_page,
      count: request.per_page,
    }
    const people = result ? await results.people(owner, result, part) : []
    const found = { ...request, members: people, total_records: result?.total_people ?? 0 }
    const state = last && last.id !== result?.id ? last.status : undefined
    if (state === 'computing') c.header('refresh', '3')
    const mails = dependencies.sendsMail
    return queryPage(c, { query, result, state, found, names, mails })
  })

  app.post(`${path}/:query/run`, requires('target'), async (c) => {
    const { owner, id } = c.get('owner')
    const query = await queries.find(owner, queryIn(c))
    // A second press of the button waits for what the first has begun.
    const last = await lastStarted(query, results)
    if (last?.status !== 'computing' || !isDeepStrictEqual(last.asked, selectionOf(query)))
      await runQuery(targeting, query)
    await logChange(c, dependencies, { action: 'query_run', subject: { id: query.id, title: query.title } })
    return c.redirect(`${ownerPath(id, 'targeting')}/${query.id}`, 303)
  })

  app.get(`${path}/:query/people.csv`, requires('target'), async (c) => {
    const { owner } = c.get('owner')
    const audience: Audience = c.req.query('audience') === 'email' ? 'email' : 'everybody'
    const query = await queries.find(owner, queryIn(c))
    const result = await resultToShow(query, undefined, results)
    const asked = await events.findMany(owner, eventsOfResult(result).include)
    const questions = sharedQuestions(asked.values())
    const part = partIn(c)
    const first = (part - 1) * PER_PART
    const { csv, next } = await peoplePart(
      {
        read: (from, count) => results.people(owner, result, { audience, from, count }),
        total: Math.min(totalFor(result, audience), first + PER_PART),
        eventOf: (event) => asked.get(event),
        questions,
        answersOf: answersOfFound([...asked.values()], (...of) => attendancesOfPeople(dependencies.attending, ...of)),
      },
      first,
    )
    // A file that ends early looks like a whole one.
    if (next !== undefined) throw new OsdiError('too_large', 'The rows of this file are too long')
    await logChange(c, dependencies, {
      action: 'people_downloaded',
      subject: { id: query.id, title: query.title },
    })
    const rows = part > 1 ? peopleHeadings(questions) + csv : csv
    return spreadsheet(c, rows, `people${part > 1 ? `-${part}` : ''}.csv`)
  })
}

/** Returns the newest result of a query; undefined when it has expired or is not computed yet. */
const newestResult = (query: TargetingQuery, results: ResultStore) =>
  resultToShow(query, undefined, results).catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'conflict') return undefined
    throw error
  })

/** Returns the result that was begun last, whatever has become of it. */
async function lastStarted({ id }: TargetingQuery, results: ResultStore) {
  const { members } = await results.list(id, { page: 1, per_page: 1 })
  return members[0]
}

function queryIn(c: Ctx): string {
  const id = c.req.param('query') ?? ''
  if (!isNativeId(id)) throw notFound()
  return id
}
