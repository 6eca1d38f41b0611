import type { OsdiError } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { namesIn } from '../../people/names-in.js'
import type { Standing } from '../../visitors/browser-attendance.js'
import type { Site } from '../../runtime/site.js'
import { instructionsFor } from '../../visitors/documents/rsvp.js'
import { publicAddress } from '../../events/documents/browser-url.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer as HttpAnswer } from '../../http/answer.js'
import { STATUS, retryAfterOf } from '../../http/error-answer.js'
import { Icon } from '../../pages/icons.js'
import { type Heard, readersLocale, spokenIn } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'
import { forReader, ownerOf, publicPage, publicPolicy } from '../../pages/page.js'
import { Facts } from '../../events/pages/facts.pages.js'
import { Answer } from './answer.pages.js'
import { RsvpForm } from './rsvp-form.pages.js'
import { type Entries } from '../../questions/question-fields.js'

/*
 * The answers to the RSVP form of a browser without scripts. No cache keeps them.
 */

/** The answer to an RSVP: where the visitor stands, the instructions for attendees, and how to remember the event. */
export function answerPage(
  site: Site,
  { event, settings }: PageContent,
  attended: Pick<OsdiEvent, 'instructions' | 'waitlist'>,
  standing: Standing,
  { inputs, ...request }: Heard & { inputs: Record<string, string> },
): HttpAnswer {
  const locale = readersLocale(request, event.language)
  const name = inputs['given_name'] ?? namesIn(inputs['name'] ?? '').given_name
  const page = publicPage({
    title: event.title,
    locale,
    color: settings.color,
    around: { owner: ownerOf(site, event, settings) },
    children: (
      <Answer
        site={site}
        event={event}
        standing={standing}
        locale={locale}
        name={name?.slice(0, LONGEST_NAME)}
        postal_code={inputs['postal_code']?.slice(0, LONGEST_NAME)}
        instructions={instructionsFor(attended, standing)}
      />
    ),
  })
  return uncached(site, page, settings.color)
}

/** Letters of a name in a heading. */
const LONGEST_NAME = 40

/** Returns the page for people whose RSVP was refused: the reason, and the form with their input. */
export function refusedPage(
  site: Site,
  content: PageContent,
  error: OsdiError,
  { inputs, answers, ...request }: Heard & Pick<Entries, 'inputs' | 'answers'>,
): HttpAnswer {
  const { event } = content
  const locale = readersLocale(request, event.language)
  const sentence = sentenceFor(error, inputs)
  const wrong = error.faults.flatMap(({ properties }) => properties)
  const hasForm = error.code !== 'conflict' || sentence === 'full_for_guests'
  const main = (
    <div class="event">
      <div class="stack">
        <p class="notice bad" role="alert">
          <Icon name="circle-alert" />
          {locale.messages[sentence]}
        </p>
        <h1 {...spokenIn(event.language, locale)}>{event.title}</h1>
        <Facts event={event} locale={locale} />
        <p>
          <a href={publicAddress(site, event)}>{locale.messages.back}</a>
        </p>
      </div>
      {hasForm && (
        <section class="rsvp card stack">
          <h2>{locale.messages.will_you_come}</h2>
          <RsvpForm site={site} content={content} locale={locale} entries={{ inputs, wrong, answers }} waits={false} />
        </section>
      )}
    </div>
  )
  const page = uncached(
    site,
    publicPage({
      title: event.title,
      locale,
      color: content.settings.color,
      children: main,
      around: { owner: ownerOf(site, event, content.settings) },
    }),
    content.settings.color,
  )
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
  rsvps_not_open: 'not_open',
  rsvps_closed: 'closed',
  terms_changed: 'terms_changed',
}

type Sentence =
  | 'cancelled'
  | 'over'
  | 'not_open'
  | 'closed'
  | 'terms_changed'
  | 'full'
  | 'full_for_guests'
  | 'wait'
  | 'check_entries'
  | 'not_recorded'

function uncached(site: Site, page: string, color: string | undefined): HttpAnswer {
  const answer = forReader(htmlAnswer(page, publicPolicy(site, "'none'", undefined, color)))
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}
