import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { choiceLabel, isDiscarded } from '../../events/manage/event-choice.manage.js'
import type { OsdiEvent } from '../../events/event.js'
import { type Page, totalPages } from '../../fields/page.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import type { Question } from '../../questions/question.js'
import { type AskedAnswers, answersNamed, offeredAnswers } from '../../questions/asked-answers.js'
import { Checkbox, type FormState, SearchBox } from '../../manage/page/form.js'
import type { TargetingQuery } from '../targeting-query.js'
import { EVENT_VIEWS } from '../../events/event-view.js'
import { sourceOf } from '../event-source.js'
import { SEARCH_FIELDS, eventName, searchIn, searchInput, sourceName, sourcesIn } from './query-form.manage.js'
import { type Column, Table } from '../../manage/page/table.js'

type Ctx = Context<ManageEnv>
type Labelled = Parameters<typeof choiceLabel>[1] & Pick<OsdiEvent, 'id' | 'questions'>

/** An action in a table; those that were chosen on other pages have no count. */
type Shown = Labelled & { total_accepted?: number }

/** The actions that the form of a query offers. */
export interface Actions {
  /** The page of them that is shown. */
  offered: Page<OsdiEvent>
  /** Those that were chosen, and are not on this page. */
  elsewhere: Labelled[]
  /** Titles of campaigns by their ids. */
  campaigns: ReadonlyMap<string, string>
  /** Titles of the series that were chosen, by their ids. */
  series: ReadonlyMap<string, string>
  /** Whether a search or a campaign narrows them. */
  isNarrowed: boolean
}

/** Returns the choice for an action: `include`, `exclude` or nothing. */
const choiceIn = (values: FormState['values'], id: string) => values[eventName(id)] ?? ''

/** Returns the questions of the included actions, each once. */
export function questionsIn(
  values: FormState['values'],
  { offered, elsewhere }: Pick<Actions, 'offered' | 'elsewhere'>,
): Question[] {
  const included = [...offered.members, ...elsewhere].filter(({ id }) => choiceIn(values, id) === 'include')
  return [...new Map(included.flatMap(({ questions = [] }) => questions.map((each) => [each.id, each]))).values()]
}

/** The name of the input of an answer. */
const answerName = (value: string) => `answer ${value}`

/** Returns the answers that are ticked, as a query asks for them. */
export const answersIn = (values: FormState['values'], questions: Question[]): AskedAnswers =>
  answersNamed(
    questions,
    Object.keys(values).flatMap((name) => (name.startsWith(answerName('')) ? [name.slice(answerName('').length)] : [])),
  )

/** The answers that RSVPs must have: of the questions of the actions that are included so far. */
export const ChosenAnswers: FC<{ c: Ctx; form: FormState; actions: Actions }> = ({ c, form, actions }) => {
  const { questions: words } = c.get('texts')
  const questions = questionsIn(form.values, actions)
  return (
    <fieldset class="stack tight" id="answers">
      <legend class="label">{words.answers}</legend>
      <p class="hint quiet">{words.ofChosenHint}</p>
      {questions.map((question) => {
        const offered = offeredAnswers([question])
        return (
          offered.length > 0 && (
            <>
              <p>{question.title}</p>
              {offered.map(({ value, answer }) => (
                <Checkbox form={form} name={answerName(value)} label={answer === true ? words.ticked : answer} />
              ))}
            </>
          )
        )
      })}
      <p>
        <button name="page" value={actions.offered.page} class="btn" formnovalidate>
          {words.ofChosen}
        </button>
      </p>
    </fieldset>
  )
}

/**
 * Actions to include or exclude: campaigns and the search that stand for their events, those that were chosen, then a
 * search over all. Buttons find others, and lose no choice.
 */
export const ChosenActions: FC<{ c: Ctx; form: FormState; actions: Actions }> = ({ c, form, actions }) => {
  const { targeting: words, actions: texts, guests } = c.get('texts')
  const { offered, elsewhere, campaigns, isNarrowed } = actions
  const columns = columnsFor(c, form)
  const { find = '', campaign = '', view = 'all' } = form.values
  return (
    <>
      <Sources c={c} form={form} actions={actions} />
      {elsewhere.length > 0 && <h3>{words.elsewhere}</h3>}
      {elsewhere.length > 0 && <Table columns={columns} rows={elsewhere} />}
      <h3>{words.choose}</h3>
      <div class="line">
        <SearchBox label={texts.find} value={find} />
        <select class="input fit" name="view" aria-label={words.state}>
          {EVENT_VIEWS.toReversed().map((each) => (
            <option value={each} selected={each === view}>
              {texts.views[each]}
            </option>
          ))}
        </select>
        {campaigns.size > 0 && (
          <select class="input fit" name="campaign" aria-label={texts.campaign}>
            <option value="">{texts.anyCampaign}</option>
            {[...campaigns].map(([id, title]) => (
              <option value={id} selected={id === campaign}>
                {title}
              </option>
            ))}
          </select>
        )}
        <button name="page" value="1" class="btn" formnovalidate>
          {guests.search}
        </button>
      </div>
      {isNarrowed && (
        <p class="line">
          <button name="all" value="include" class="btn" formnovalidate>
            {words.includeAll(formatNumber(c, offered.total_records))}
          </button>
        </p>
      )}
      {offered.members.length === 0 ? (
        <p role="status">{isNarrowed ? texts.noneFound : words.noActions}</p>
      ) : (
        <Table columns={columns} rows={offered.members.filter((event) => !isDiscarded(event))} />
      )}
      <OtherPages c={c} offered={offered} />
    </>
  )
}

/** Campaigns, series and one search, whose events are found when the query runs. */
const Sources: FC<{ c: Ctx; form: FormState; actions: Actions }> = ({ c, form, actions }) => {
  const { targeting: words } = c.get('texts')
  const { campaigns } = actions
  const search = searchIn(form.values)
  const entries = [
    ...new Set([...sourcesIn(form.values), ...[...campaigns.keys()].map((id) => `event_campaign:${id}`)]),
  ]
  if (entries.length === 0 && !search) return <></>
  const choice = (entry: string, value: 'include' | 'exclude', label: string) => (
    <label class="check">
      <input
        type="checkbox"
        name={sourceName(entry)}
        value={value}
        checked={form.values[sourceName(entry)] === value}
        aria-label={`${sourceTitle(c, actions, entry)}: ${label}`}
      />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset class="stack tight" id="sources">
      <legend class="label">{words.sources}</legend>
      <p class="hint quiet">{words.sourcesHint}</p>
      {search && (
        <>
          <label class="check">
            <input type="checkbox" name="search" value="on" checked />
            <span>{describeSearch(c, campaigns, search)}</span>
          </label>
          {SEARCH_FIELDS.map((field) => (
            <input type="hidden" name={searchInput(field)} value={search[field] ?? ''} />
          ))}
        </>
      )}
      {entries.map((entry) => (
        <div class="line apart">
          <span>{sourceTitle(c, actions, entry)}</span>
          <span class="line">
            {choice(entry, 'include', words.included)}
            {choice(entry, 'exclude', words.excluded)}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

/** Returns the name of a campaign or a series for people. */
export function sourceTitle(
  c: Ctx,
  { campaigns, series }: Pick<Actions, 'campaigns' | 'series'>,
  entry: string,
): string {
  const { targeting: words } = c.get('texts')
  const { kind, id } = sourceOf(entry)
  return kind === 'series' ? words.allOfSeries(series.get(id) ?? '') : words.allOfCampaign(campaigns.get(id) ?? '')
}

/** Says what a search of a query finds. */
export function describeSearch(
  c: Ctx,
  campaigns: ReadonlyMap<string, string>,
  { find, location, campaign, month, view }: NonNullable<TargetingQuery['include_search']>,
): string {
  const { targeting: words, actions: texts } = c.get('texts')
  const said = [
    find && `“${find}”`,
    location && `${texts.location}: ${location}`,
    campaign && `${texts.campaign}: ${campaigns.get(campaign) ?? ''}`,
    month && `${texts.month}: ${month}`,
    view && view !== 'all' && texts.views[view],
  ].filter(Boolean)
  return words.allFound(said.join(' · '))
}

/** The columns of a table of actions: one for each choice. */
function columnsFor(c: Ctx, form: FormState): Column<Shown>[] {
  const { targeting: words, actions: texts } = c.get('texts')
  const choice = (value: string, title: string): Column<Shown> => ({
    title,
    unit: title,
    cell: (event) => (
      <input
        type="checkbox"
        name={eventName(event.id)}
        value={value}
        checked={value === choiceIn(form.values, event.id)}
        aria-label={`${choiceLabel(c, event)}: ${title}`}
      />
    ),
  })
  return [
    { title: texts.event, cell: (event) => choiceLabel(c, event) },
    { title: texts.rsvps, kind: 'number', cell: ({ total_accepted }) => total_accepted },
    choice('include', words.included),
    choice('exclude', words.excluded),
  ]
}

/** Buttons of the form itself: what was chosen and typed goes with them. */
const OtherPages: FC<{ c: Ctx; offered: Page<OsdiEvent> }> = ({ c, offered }) => {
  const { list: texts } = c.get('texts')
  const last = totalPages(offered)
  const from = (offered.page - 1) * offered.per_page + 1
  const to = Math.min(offered.total_records, offered.page * offered.per_page)
  if (last < 2) return null
  const button = (page: number, text: string) => (
    <button name="page" value={page} class="btn" formnovalidate>
      {text}
    </button>
  )
  return (
    <p class="line">
      {offered.page > 1 && button(Math.min(offered.page - 1, last), texts.newer)}
      <span class="quiet">{texts.position(from, to, formatNumber(c, offered.total_records))}</span>
      {offered.page < last && button(offered.page + 1, texts.older)}
    </p>
  )
}

/** Ticks the answers that a query asks for, of the questions of its actions. */
export const withAnswersOf = (
  values: FormState['values'],
  { answers = {} }: Pick<TargetingQuery, 'answers'>,
  questions: Question[],
): FormState['values'] => ({
  ...values,
  ...Object.fromEntries(
    offeredAnswers(questions)
      .filter(({ question, answer }) => answers[question.id]?.some((each) => each === answer))
      .map(({ value }) => [answerName(value), 'on']),
  ),
})
