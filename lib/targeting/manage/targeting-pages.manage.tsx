import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { peoplePart, peopleHeadings, answersOfFound, sharedQuestions } from '../files/people-file.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isNativeId, withIdsFrom } from '../../fields/identifier.js'
import { type Audience, eventsOfResult, resultToShow, totalFor } from '../query-result.js'
import { changeQuery, recordQuery } from '../record-query.js'
import { runIfNew, runQuery } from '../run-query.js'
import { type QueryDraft, type TargetingQuery, selectionOf } from '../targeting-query.js'
import { readPageRequest } from '../../http/query/page-request.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { PER_PART, partIn } from './file-parts.manage.js'
import { type FormState, NO_FAULTS, bodyOf, faultsOf, textsIn } from '../../manage/page/form.js'
import { spreadsheet } from '../../manage/page/spreadsheet.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { ownerPath } from '../../manage/paths.js'
import { chosenEvents } from '../../finding/event-summary.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Page } from '../../fields/page.js'
import { ownerEvents, readEvents } from '../../finding/manage/owner-events.manage.js'
import type { Owner } from '../../runtime/owner.js'
import { isDiscarded } from '../../events/manage/event-choice.manage.js'
import { pointOf } from '../../events/event-point.js'
import { eventsAmong, sourceOf } from '../event-source.js'
import { choiceOf } from '../../finding/event-summary.js'
import type { PeopleChoices } from './people-fields.manage.js'
import {
  asksSomething,
  changeOf,
  chosenIn,
  draftIn,
  formOfQuery,
  keptSearch,
  sourceName,
  sourcesIn,
  typedSearch,
} from './query-form.manage.js'
import { type Actions, answersIn, questionsIn, withAnswersOf } from './targeting-actions.manage.js'
import { queryPage } from './query-page.manage.js'
import { seriesStore } from '../../series/store/series-store.js'
import { queryStore } from '../store/query-store.js'
import { type ResultStore, resultStore } from '../store/result-store.js'
import { newQueryPage, queriesPage } from './targeting-views.manage.js'
import { readCountry } from '../../access/store/read-settings.js'
import { unitIn } from '../../locations/reach.js'
import { listTags } from '../../tags/store/tag-store.js'
import { attendancesOfPeople } from '../../attendances/store/read-attendances.js'

/** Actions on a page of the form of a query; campaigns, tags and events to choose from. */
const PER_PAGE = 25
const MOST_CAMPAIGNS = 100
const MOST_TAGS = 100
const NEXT_EVENTS = 50

/** A form whose other fields are wrong never reaches the rule that a query asks for people. */
const NOTHING_ASKED = {
  ...{
    error_code: 'empty_selection',
    description: 'include must name at least one event',
    properties: ['include'],
  },
}

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

  app.get(`${path}/new`, requires('target'), async (c) => {
    const values = { draft: randomUUID(), status_accepted: 'on' }
    return showForm(c, values)
  })

  app.post(`${path}/new`, requires('target'), async (c) => {
    const { owner, person } = c.get('owner')
    return answerForm(c, undefined, (draft, key) =>
      withIdsFrom(JSON.stringify([owner, person, key]), async () =>
        runIfNew(targeting, await recordQuery(targeting, owner, draft)),
      ),
    )
  })

  app.get(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    const values = formOfQuery(query)
    const actions = await actionsFor(c, values)
    const answered = withAnswersOf(values, query, questionsIn(values, actions))
    return showForm(c, answered, query, NO_FAULTS, actions)
  })

  app.post(`${path}/:query/edit`, requires('target'), async (c) => {
    const query = await editable(c)
    return answerForm(c, query, async (draft) =>
      runIfNew(targeting, await changeQuery(targeting, c.get('owner').owner, query.id, changeOf(draft))),
    )
  })

  /**
   * Shows the form of a query as it was typed, with what is wrong.
   * @param known the actions that it offers, if they were read before
   */
  async function showForm(
    c: Ctx,
    values: Record<string, string>,
    saved?: TargetingQuery,
    faults: FormState['faults'] = NO_FAULTS,
    known?: Actions,
  ) {
    const [actions, people] = await Promise.all([known ?? actionsFor(c, values), peopleFor(c, values)])
    return newQueryPage(c, { values, faults }, { actions, people }, saved)
  }

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
    const values = textsIn(await bodyOf(c))
    if (values['all']) return showForm(c, withAll(values), saved)
    if (values['page']) return showForm(c, values, saved)
    try {
      const answers = answersIn(values, questionsIn(values, await actionsFor(c, values)))
      const draft = {
        ...draftIn(dependencies.site, values),
        ...(Object.keys(answers).length > 0 && { answers }),
      }
      const query = await save(draft, values['draft'] || randomUUID())
      await logChange(c, dependencies, {
        action: 'query_saved',
        subject: { id: query.id, title: query.title },
      })
      return c.redirect(`${ownerPath(c.get('owner').id, 'targeting')}/${query.id}`, 303)
    } catch (error) {
      const faults = faultsOf(error)
      const isNamed = asksSomething(values) || faults.some(({ properties }) => properties.includes('include'))
      return showForm(c, values, saved, isNamed ? faults : [...faults, NOTHING_ASKED])
    }
  }

  /** Keeps what the search says, which finds its events whenever the query runs; a campaign alone stands for itself. */
  function withAll(values: Record<string, string>): Record<string, string> {
    const search = typedSearch(values)
    if (!search) return values
    const { campaign, ...others } = search
    const rest = { ...values, find: '', campaign: '', view: 'all', page: '1' }
    return campaign !== undefined && Object.keys(others).length === 0
      ? { ...rest, [sourceName(`event_campaign:${campaign}`)]: 'include' }
      : { ...rest, ...keptSearch(search) }
  }

  /** The tags of the owner, the events near which people may live, and the unit of its country. */
  async function peopleFor(c: Ctx, values: Record<string, string>): Promise<PeopleChoices> {
    const { owner } = c.get('owner')
    const chosen = values['near.event'] ?? ''
    const [tags, next, named, country] = await Promise.all([
      listTags(dependencies.table, owner, { page: 1, per_page: MOST_TAGS }),
      events.listActionsByStart(owner, {
        from: new Date().toISOString().slice(0, 10),
        order: 'soonest first',
      }),
      isNativeId(chosen) ? events.findMany(owner, [chosen]) : new Map<string, OsdiEvent>(),
      readCountry(dependencies.table, owner),
    ])
    const near = next.events.filter((event) => pointOf(event) && !isDiscarded(event)).slice(0, NEXT_EVENTS)
    const all = new Map([...named, ...near.map((event) => [event.id, event] as const)])
    return {
      ...{ tags: tags.members.map(({ name }) => name).sort(), nearEvents: [...all.values()] },
      unit: unitIn(country),
    }
  }

  /** The actions that a search and a campaign find, and the campaigns; undefined without both. */
  async function narrowed(c: Ctx, values: Record<string, string>) {
    const search = typedSearch(values)
    if (!search) return undefined
    const all = await ownerEvents(c, dependencies)
    const summaries = all.summaries.map((each) => ({ ...each, is_of_api: false }))
    return chosenEvents(summaries, choiceOf(search), {
      now: new Date(),
      campaigns: all.campaigns,
      language: c.get('lang'),
    })
  }

  /** The page of actions that a button of the form asks for, and those that were chosen and are not on it. */
  async function actionsFor(c: Ctx, values: Record<string, string>): Promise<Actions> {
    const { owner } = c.get('owner')
    const page = /^[1-9]\d{0,4}$/.test(values['page'] ?? '') ? Number(values['page']) : 1
    const chosen = chosenIn(values).filter(isNativeId)
    const [offered, found, campaigns] = await Promise.all([
      offeredActions(c, values, page),
      events.findMany(owner, chosen),
      dependencies.campaigns.list(owner, { page: 1, per_page: MOST_CAMPAIGNS }),
    ])
    const titles = await titlesOfSeries(owner, sourcesIn(values))
    const onPage = new Set(offered.members.map(({ id }) => id))
    return {
      offered,
      elsewhere: [...found.values()].filter(({ id }) => !onPage.has(id)),
      campaigns: new Map(campaigns.members.map(({ id, title }) => [id, title])),
      series: titles,
      isNarrowed: typedSearch(values) !== undefined,
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

  async function offeredActions(c: Ctx, values: Record<string, string>, page: number): Promise<Page<OsdiEvent>> {
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
    const entries = [...query.include, ...query.exclude]
    const near = query.near && 'event' in query.near ? [query.near.event] : []
    const [result, last, asked, campaigns, series] = await Promise.all([
      query.result ? newestResult(query, results) : undefined,
      lastStarted(query, results),
      events.findMany(owner, [...eventsAmong(entries), ...near]),
      dependencies.campaigns.list(owner, { page: 1, per_page: MOST_CAMPAIGNS }),
      titlesOfSeries(owner, entries),
    ])
    const titles = { campaigns: new Map(campaigns.members.map(({ id, title }) => [id, title])), series }
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
    return queryPage(c, { query, result, state, found, asked, titles, mails })
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
