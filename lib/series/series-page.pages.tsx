import { raw } from 'hono/html'
import { stateOf, takesAnswers } from '../events/event-state.js'
import type { DateOutcome } from './series-attendance.js'
import type { OsdiError } from '../runtime/errors.js'
import type { Question } from '../questions/question.js'
import type { Site } from '../runtime/site.js'
import { publicAddress } from '../events/documents/browser-url.js'
import { seriesFormLink } from './documents/series.js'
import { htmlAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { STATUS, retryAfterOf } from '../http/error-answer.js'
import { counted } from '../texts/messages.js'
import { clocks, commonDay, nameOfDay, period } from '../texts/period.js'
import { sanitizeHtml } from '../markup/sanitize-html.js'
import { sentenceFor } from '../attendances/pages/rsvp-answer-page.pages.js'
import { RsvpForm } from '../attendances/pages/rsvp-form.pages.js'
import { type Entries } from '../questions/question-fields.js'
import { Cover } from '../events/pages/cover.pages.js'
import { textOfWindow } from '../events/pages/event-time.pages.js'
import { sourceOf } from '../events/pages/event-page.pages.js'
import { placeOf } from '../events/event-place.js'
import { type Heard, type Locale, readersLocale, spokenIn } from '../pages/locale.js'
import type { PageContent } from '../pages/page-content.js'
import { forReader, ownerOf, publicPage, publicPolicy } from '../pages/page.js'

/** A page is cacheable for a minute, like that of an event. */
const SECONDS = 60

/** The dates of a series that a page shows, by start. There is at least one. */
export interface SeriesContent {
  id: string
  dates: PageContent[]
}

interface Props {
  site: Site
  content: SeriesContent
  locale: Locale
  entries: Entries
  /** The dates that were ticked, when the form comes again. */
  ticked: string[]
  now: Date
}

/** The public page of a series: one form for all of its upcoming dates. */
export function seriesPage(site: Site, content: SeriesContent, request: Heard, now: Date): Answer {
  const source = sourceOf(request)
  const [{ event, settings }] = content.dates as [PageContent]
  const { color } = settings
  const locale = readersLocale(request, event.language)
  const entries = { inputs: { source }, wrong: [] }
  const children = (
    <div class="stack wide max-l">
      <Head site={site} event={event} locale={locale} />
      <Form site={site} content={content} locale={locale} entries={entries} now={now} ticked={[]} />
    </div>
  )
  const around = { owner: ownerOf(site, event, settings) }
  const languagesOf: Record<string, string> = source ? { source } : {}
  const page = publicPage({ title: event.title, locale, color, around, languagesOf, children })
  return forReader(htmlAnswer(page, publicPolicy(site, "'none'", undefined, color), SECONDS))
}

const Head = ({ site, event, locale }: { site: Site; event: PageContent['event']; locale: Locale }) => {
  const address = placeOf(event, locale)
  return (
    <article class="stack turnout-event">
      <Cover class="cover" site={site} of={event} width="1200" height="600" />
      <h1 class="t-3xl" {...spokenIn(event.language, locale)}>
        {event.title}
      </h1>
      {address && <p class="turnout-place">{address}</p>}
      {event.description && (
        <div class="prose turnout-description" {...spokenIn(event.language, locale)}>
          {raw(sanitizeHtml(event.description))}
        </div>
      )}
    </article>
  )
}

/** Dates that take answers have a box, where forms are on. */
function Form({ site, content, locale, entries, ticked, now }: Props) {
  const open = content.dates.find(({ browser_rsvps }) => browser_rsvps)
  // Shifts are on one day, which stands above them once.
  const day = commonDay(content.dates.map(({ event }) => event.start_date ?? ''))
  const dates = (
    <fieldset class="turnout-dates">
      <legend>{locale.messages.which_dates}</legend>
      {day && <p class="mb3">{nameOfDay(locale.lang, day)}</p>}
      {content.dates.map((date) => (
        <DateBox
          date={date}
          site={site}
          locale={locale}
          now={now}
          isOfDay={day !== undefined}
          isTicked={ticked.includes(date.event.id)}
        />
      ))}
    </fieldset>
  )
  if (!open) return <div class="card stack">{dates}</div>
  return (
    <div class="card stack">
      <h2>{locale.messages.will_you_come}</h2>
      <RsvpForm
        site={site}
        content={{ ...open, event: { ...open.event, questions: questionsOfDates(content) } }}
        locale={locale}
        entries={entries}
        waits={false}
        action={seriesFormLink(site, content.id).href}
      >
        {dates}
      </RsvpForm>
    </div>
  )
}

/**
 * Returns the questions of all dates that take answers, each once: dates that were edited may ask different ones. The
 * form needs an answer where each of them does.
 */
export function questionsOfDates({ dates }: SeriesContent): Question[] {
  const open = dates.filter(({ browser_rsvps }) => browser_rsvps)
  const all = open.map(({ event: { questions = [] } }) => questions)
  const byId = new Map(all.flat().map((question) => [question.id, question]))
  const isRequiredByAll = (id: string) =>
    all.every((questions) => questions.some((question) => question.id === id && question.required))
  return [...byId.values()].map(({ required: _required, ...question }) => ({
    ...question,
    ...(isRequiredByAll(question.id) && { required: true }),
  }))
}

interface DateProps {
  date: PageContent
  site: Site
  locale: Locale
  isTicked: boolean
  /** Whether the day stands above the dates. */
  isOfDay: boolean
  now: Date
}

function DateBox({ date: { event, browser_rsvps, places_left }, site, locale, isTicked, isOfDay, now }: DateProps) {
  const { messages, lang } = locale
  const state = stateOf(event, places_left, now)
  const isOpen = browser_rsvps && takesAnswers(state)
  const when =
    event.start_date === undefined ? event.title : (isOfDay ? clocks : period)(lang, event.start_date, event.end_date)
  const says =
    state === 'to_come'
      ? places_left !== undefined && counted(lang, messages.places_left, places_left)
      : messages[state]
  return (
    <div class="turnout-date">
      {isOpen ? (
        <label class="turnout-when">
          <input type="checkbox" name="event" value={event.id} checked={isTicked} /> <span>{when}</span>
        </label>
      ) : (
        <p class="turnout-when">{when}</p>
      )}
      {says && <p class="small quiet">{[says, textOfWindow(event, state, locale)].filter(Boolean).join(' ')}</p>}
      <a href={publicAddress(site, event)} aria-label={`${messages.about_date}: ${when}`}>
        {messages.about_date}
      </a>
    </div>
  )
}

/** The answer to the form of a series: what became of each date. */
export function seriesAnswerPage(site: Site, content: SeriesContent, outcomes: DateOutcome[], request: Heard): Answer {
  const [{ event, settings }] = content.dates as [PageContent]
  const locale = readersLocale(request, event.language)
  const { messages, lang } = locale
  const hasAny = outcomes.some(({ status }) => status !== 'refused')
  const children = (
    <article class="stack max-l turnout-coming">
      <h1>{event.title}</h1>
      <p role={hasAny ? 'status' : 'alert'}>{hasAny ? messages.recorded : messages.no_date_left}</p>
      <ul class="turnout-dates">
        {outcomes.map((outcome) => {
          const date = content.dates.find((each) => each.event.id === outcome.id)?.event
          return (
            <li>
              {date?.start_date === undefined ? event.title : period(lang, date.start_date, date.end_date)}
              {': '}
              <strong>{messages[sentenceOf(outcome)]}</strong>
            </li>
          )
        })}
      </ul>
      {hasAny && <p>{messages.mail_follows}</p>}
      <Back site={site} id={content.id} locale={locale} />
    </article>
  )
  const page = uncached(
    site,
    publicPage({
      title: event.title,
      locale,
      color: settings.color,
      children,
      around: { owner: ownerOf(site, event, settings) },
    }),
    settings.color,
  )
  return { ...page, statusCode: hasAny ? 200 : 409 }
}

function sentenceOf({ status, standing, error_code }: DateOutcome) {
  if (standing === 'requested') return 'you_asked'
  if (status === 'accepted') return 'have_place'
  if (status === 'tentative') return 'you_wait'
  if (error_code === 'event_cancelled') return 'cancelled'
  if (error_code === 'event_over') return 'over'
  if (error_code === 'rsvps_not_open') return 'not_open'
  if (error_code === 'rsvps_closed') return 'closed'
  return error_code === 'event_full' ? 'full' : 'full_for_guests'
}

/** Returns the page for people whose form was refused: the reason, and the form with their input. */
export function refusedSeriesPage(
  site: Site,
  content: SeriesContent,
  error: OsdiError,
  { inputs, answers, ticked, ...request }: Heard & Pick<Entries, 'inputs' | 'answers'> & { ticked: string[] },
  now: Date,
): Answer {
  const [{ event, settings }] = content.dates as [PageContent]
  const locale = readersLocale(request, event.language)
  const wrong = error.faults.flatMap(({ properties }) => properties)
  const sentence = wrong.includes('event') ? 'choose_date' : sentenceFor(error, inputs)
  const children = (
    <>
      <article class="stack">
        <h1>{event.title}</h1>
        <p role="alert">{locale.messages[sentence]}</p>
      </article>
      <Form
        site={site}
        content={content}
        locale={locale}
        ticked={ticked}
        now={now}
        entries={{ inputs, wrong, answers }}
      />
    </>
  )
  const page = uncached(
    site,
    publicPage({
      title: event.title,
      locale,
      color: settings.color,
      children,
      around: { owner: ownerOf(site, event, settings) },
    }),
    settings.color,
  )
  const retryAfter = retryAfterOf(error)
  const headers = { ...page.headers, ...(retryAfter && { 'retry-after': retryAfter }) }
  return { ...page, statusCode: STATUS[error.code], headers }
}

const Back = ({ site, id, locale }: { site: Site; id: string; locale: Locale }) => (
  <p>
    <a href={`${site.publicUrl}/series/${id}`}>{locale.messages.back_to_dates}</a>
  </p>
)

function uncached(site: Site, page: string, color: string | undefined): Answer {
  const answer = forReader(htmlAnswer(page, publicPolicy(site, "'none'", undefined, color)))
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}
