import { raw } from 'hono/html'
import type { OsdiError } from '../../domain/errors.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import { originPolicy } from '../../domain/events/origin.js'
import type { Standing } from '../../domain/public/browser-attendance.js'
import type { Site } from '../../domain/site.js'
import { instructionsFor } from '../../hal/attendances/rsvp.js'
import { addToCalendar } from '../../hal/events/add-to-calendar.js'
import { publicAddress } from '../../hal/events/browser-url.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { STATUS, retryAfterOf } from '../../http/error-answer.js'
import { type Locale, localeOf } from '../locale.js'
import type { PageContent } from '../page-content.js'
import { publicPage, publicPolicy } from '../page.js'
import { RsvpForm } from './rsvp-form.js'

/*
 * The answers to the RSVP form of a browser without scripts. No cache keeps them.
 */

/** The answer to an RSVP: where the visitor stands, the instructions for attendees, and how to remember the event. */
export function answerPage(
  site: Site,
  { event }: PageContent,
  attended: Pick<OsdiEvent, 'instructions' | 'waitlist'>,
  standing: Standing,
): Answer {
  const locale = localeOf(event.language)
  const { messages, other } = locale
  const hasPlace = standing === 'place'
  const instructions = instructionsFor(attended, standing)
  const calendars = hasPlace && addToCalendar(site, event)
  const main = (
    <article class="turnout turnout-coming">
      <h1>{event.title}</h1>
      <h2 class="turnout-title" {...other}>
        {hasPlace ? messages.have_place : messages.you_wait}
      </h2>
      <p role="status" {...other}>
        {hasPlace ? messages.recorded : messages.keep_place}
      </p>
      {originPolicy(event).autoresponse && <p {...other}>{messages.mail_follows}</p>}
      {instructions && <div class="turnout-description">{raw(instructions)}</div>}
      {calendars && (
        <>
          <p class="turnout-notice" {...other}>
            {messages.add_to_calendar}
          </p>
          <ul class="turnout-links" {...other}>
            <li>
              <a href={calendars.google}>Google Calendar</a>
            </li>
            <li>
              <a href={calendars.outlook}>Outlook</a>
            </li>
            <li>
              <a href={calendars.icalendar}>{messages.calendar_file}</a>
            </li>
          </ul>
        </>
      )}
      <Back site={site} event={event} locale={locale} />
    </article>
  )
  return uncached(site, publicPage({ title: event.title, locale, children: main }))
}

/** Returns the page for people whose RSVP was refused: the reason, and the form with their input. */
export function refusedPage(
  site: Site,
  content: PageContent,
  error: OsdiError,
  inputs: Record<string, string>,
): Answer {
  const { event } = content
  const locale = localeOf(event.language)
  const sentence = sentenceFor(error, inputs)
  const wrong = error.faults.flatMap(({ properties }) => properties)
  const main = (
    <article class="turnout">
      <h1>{event.title}</h1>
      <p role="alert" {...locale.other}>
        {locale.messages[sentence]}
      </p>
      {(error.code !== 'conflict' || sentence === 'full_for_guests') && (
        <RsvpForm site={site} content={content} locale={locale} entries={{ inputs, wrong }} />
      )}
      <Back site={site} event={event} locale={locale} />
    </article>
  )
  const page = uncached(site, publicPage({ title: event.title, locale, children: main }))
  const retryAfter = retryAfterOf(error)
  const headers = { ...page.headers, ...(retryAfter && { 'retry-after': retryAfter }) }
  return { ...page, statusCode: STATUS[error.code], headers }
}

/** The key of the sentence that says why an RSVP was refused. */
export function sentenceFor({ code, faults }: OsdiError, { guests }: Record<string, string>): Sentence {
  const [fault] = faults
  const sentence = fault && SENTENCES[fault.error_code]
  if (sentence) return sentence
  if (code === 'conflict') return Number(guests) > 0 ? 'full_for_guests' : 'full'
  if (code === 'too_many_requests') return 'wait'
  return code === 'invalid' ? 'check_entries' : 'not_recorded'
}

/** Sentences by the codes of faults. */
const SENTENCES: Partial<Record<string, Sentence>> = {
  event_cancelled: 'cancelled',
  event_over: 'over',
  terms_changed: 'terms_changed',
}

type Sentence =
  | 'cancelled'
  | 'over'
  | 'terms_changed'
  | 'full'
  | 'full_for_guests'
  | 'wait'
  | 'check_entries'
  | 'not_recorded'

const Back = ({ site, event, locale }: { site: Site; event: PageContent['event']; locale: Locale }) => (
  <p {...locale.other}>
    <a href={publicAddress(site, event)}>{locale.messages.back}</a>
  </p>
)

function uncached(site: Site, page: string): Answer {
  const answer = htmlAnswer(page, publicPolicy(site, "'none'"))
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}
