import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { CreatorRoles } from '../../access/creator.js'
import type { OsdiEvent } from '../../events/event.js'
import type { NewEvent } from '../../events/record-event.js'
import { seededId } from '../../fields/identifier.js'
import { firstDate, recordSeries } from '../make-series.js'
import { type SeriesDates, planSeries } from '../plan-series.js'
import { timeLeft } from '../../runtime/request-context.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { commonZone, describeDay, describeTime, formatNumber } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { Form, page } from '../../manage/page/page.js'
import { ZoneLine } from '../../manage/page/time.js'
import { IMPORT_SCRIPT, eventPath, ownerPath } from '../../manage/paths.js'
import { valuesOfQuestions } from '../../questions/manage/question-values.manage.js'
import { skipField, skippedIn, withFieldsOfForm } from './repeat-form.manage.js'
import { sentenceOf } from './sentence.manage.js'

type Ctx = Context<ManageEnv>

/** Time of a request that is left for its answer, in milliseconds. */
const FOR_ANSWER_MS = 1_500

interface SeriesForm {
  /** The values of the form's fields, which go along until the series is made. */
  values: Record<string, string>
  request: NewEvent
  dates: SeriesDates
  allowed: CreatorRoles
}

/**
 * Answers the form of a new event that repeats: first with its dates, and when these are agreed to, with the series.
 * None of its dates is in sight before all are. A long series takes several requests: each goes on where the one before
 * it ended, and so does a form that is sent again after a crash.
 * @throws OsdiError invalid, with the names of the form's fields
 */
export async function answerSeriesForm(
  c: Ctx,
  dependencies: ManageDependencies,
  { values, request, dates, allowed }: SeriesForm,
): Promise<Response> {
  const { site, eventDependencies } = dependencies
  const { owner, person, principal } = c.get('owner')
  const { questions } = request.draft
  // Each date asks the same questions, by the ids that they have from the first page on.
  const kept = {
    ...values,
    ...(questions && valuesOfQuestions(questions)),
    draft: values['draft'] || randomUUID(),
  }
  const id = seededId('series of a form', owner, person, sentIn(kept))
  const author = { ...principal, key_id: 'interface' }
  try {
    if (values['then'] !== 'make') {
      const first = await firstDate(author, id, request, eventDependencies, allowed)
      const planned = await planSeries(id, first, withoutSkips(dates))
      return datesPage(c, { values: kept, title: first.title, dates, planned })
    }
    const hasTime = () => timeLeft() > FOR_ANSWER_MS
    const made = await recordSeries(author, id, request, dates, { ...eventDependencies, hasTime }, allowed)
    if (made.left > 0) return progressPage(c, { values: kept, made })
    const [first = ''] = made.events
    const subject = { id: first, title: request.draft.title }
    await logChange(c, dependencies, { action: 'event_created', subject, detail: String(made.count) })
    const { series: texts } = c.get('texts')
    say(c, site, { said: texts.made(formatNumber(c, made.count)), also: texts.madeAlso })
    return c.redirect(eventPath(first, 'dates'), 303)
  } catch (error) {
    throw withFieldsOfForm(error)
  }
}

/** All dates of a rule: those that are left out stay on the page, to be taken back. */
function withoutSkips(dates: SeriesDates): SeriesDates {
  if ('shifts' in dates) return dates
  const { except: _except, ...repeat } = dates.repeat
  return { repeat }
}

/** Returns the text that tells a form from others, without what its pages and its buttons add. */
const sentIn = ({ form_token: _token, then: _then, ...values }: Record<string, string>) =>
  JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))

const Hidden = ({ values, then }: { values: Record<string, string>; then?: string }) => {
  const { form_token: _token, then: _then, ...kept } = values
  return (
    <>
      {Object.entries({ ...kept, ...(then && { then }) }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

interface Seen {
  values: Record<string, string>
  title: string
  dates: SeriesDates
  planned: OsdiEvent[]
}

/** The dates before any of them is made. A day that is ticked, such as a holiday, is left out. */
function datesPage(c: Ctx, { values, title, dates, planned }: Seen) {
  const texts = c.get('texts')
  const { series } = texts
  const { id } = c.get('owner')
  const skipped = skippedIn(values)
  const [count, zone] = [formatNumber(c, planned.length), commonZone(planned)]
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => skippedIn({ [name]: '' }).length === 0))
  return page(c, {
    title: series.previewTitle(title),
    section: 'actions',
    crumb: { href: ownerPath(id, 'actions'), text: texts.actions.title },
    children: (
      <Form c={c} action={ownerPath(id, 'actions/new')} class="card stack max-l">
        <div class="stack tight">
          <h2>
            {sentenceOf(
              texts,
              c.get('lang'),
              dates,
              planned.map(({ start_date = '' }) => start_date),
            )}
          </h2>
          <p class="quiet">{series.dates(planned.length, count)}</p>
        </div>
        <ol class="dates">
          {planned.map((date) => (
            <li class="line">
              <span class="grow">{describeTime(date, c.get('lang'), zone)}</span>
              {'repeat' in dates && planned.length > 1 && (
                <Skip c={c} start={date.start_date ?? ''} skipped={skipped} />
              )}
            </li>
          ))}
        </ol>
        <ZoneLine c={c} zone={zone} />
        <p class="quiet">{series.previewExplain}</p>
        <Hidden values={others} />
        <p class="line">
          <button class="btn main" name="then" value="make">
            <span class="all-dates">{series.make(planned.length, count)}</span>
            <span class="other-dates">{series.makeOthers}</span>
          </button>
          <button class="btn" name="then" value="edit">
            {texts.event.back}
          </button>
        </p>
      </Form>
    ),
  })
}

const Skip: FC<{ c: Ctx; start: string; skipped: string[] }> = ({ c, start, skipped }) => {
  const name = skipField(start)
  return (
    <label class="check small" for={name}>
      <input
        type="checkbox"
        id={name}
        name={name}
        value="on"
        checked={skipped.includes(start.slice(0, 10))}
        aria-label={c.get('texts').series.skipOf(describeDay(start, c.get('lang')))}
      />
      <span>{c.get('texts').series.skip}</span>
    </label>
  )
}

/** The progress of a series that takes several requests. */
function progressPage(
  c: Ctx,
  { values, made }: { values: Record<string, string>; made: { count: number; left: number } },
) {
  const { series: texts, imports } = c.get('texts')
  const [done, count] = [made.count - made.left, made.count].map((each) => formatNumber(c, each))
  return page(c, {
    title: texts.making,
    section: 'actions',
    children: (
      <Form c={c} action={ownerPath(c.get('owner').id, 'actions/new')} class="card stack max-l" data-continue="">
        <p role="status">{texts.progress(done as string, count as string)}</p>
        <progress max={made.count} value={made.count - made.left} aria-label={texts.making}></progress>
        <Hidden values={values} then="make" />
        <p class="line">
          <button class="btn main">{imports.goOn}</button>
        </p>
        <script src={IMPORT_SCRIPT} defer></script>
      </Form>
    ),
  })
}
