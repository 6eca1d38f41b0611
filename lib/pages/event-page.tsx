import { raw } from 'hono/html'
import type { OsdiEvent, Uncounted } from '../domain/event.js'
import { inOneLine } from '../domain/location.js'
import type { Site } from '../domain/site.js'
import { publicPage as addressOf } from '../hal/browser-url.js'
import { embedLink } from '../hal/embed.js'
import { htmlAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { plainText } from '../sanitize/plain-text.js'
import { sanitizeHtml } from '../sanitize/sanitize-html.js'
import { publicPage, publicPolicy } from './page.js'

/** The public fields of an event: without attendees, and without instructions, which are for attendees only. */
type Shown = Omit<Uncounted<OsdiEvent>, 'instructions'>

/** A page is cacheable for a minute, like an embed. */
const SECONDS = 60

/** Characters of a description that previews of a link show. */
const MOST_PREVIEWED = 300

/**
 * The page of an event for anybody. What it says needs no script; its form is that of the embed.
 * @param browser_rsvps whether the owner lets browsers record attendances
 */
export function eventPage(site: Site, event: Shown, browser_rsvps: boolean): Answer {
  const isCancelled = event.status === 'cancelled'
  const main = (
    <>
      <article class="turnout turnout-event">
        {event.featured_image_url && <img class="banner" src={event.featured_image_url} alt="" />}
        <h1>{event.title}</h1>
        {isCancelled && (
          <p class="turnout-notice" role="status">
            This event is cancelled.
          </p>
        )}
        <Time event={event} />
        <Place event={event} />
        {event.description && <div class="turnout-description">{raw(sanitizeHtml(event.description))}</div>}
        {event.capacity !== undefined && <p>Places: {event.capacity}</p>}
        <More event={event} />
        <Host event={event} />
      </article>
      {browser_rsvps && !isCancelled && <Form site={site} id={event.id} />}
    </>
  )
  const page = publicPage(event.title, main, <Preview site={site} event={event} />)
  return htmlAnswer(page, publicPolicy(site), SECONDS)
}

/** What others show who show a link to the page: https://ogp.me. */
function Preview({ site, event }: { site: Site; event: Shown }) {
  const { id, title, description = '', featured_image_url } = event
  const text = plainText(description).replace(/\s+/g, ' ').slice(0, MOST_PREVIEWED)
  const { href } = addressOf(site, id)
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={href} />
      <meta property="og:title" content={title} />
      {text && <meta property="og:description" content={text} />}
      {featured_image_url && <meta property="og:image" content={featured_image_url} />}
    </>
  )
}

const Time = ({ event: { start_date: start, end_date: end } }: { event: Shown }) =>
  start && (
    <p class="turnout-time">
      <time datetime={start}>{period(start, end)}</time>
    </p>
  )

/** Wall clocks at the venue, as they stand there; the embed writes them alike. */
function period(start: string, end?: string): string {
  const day = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  const format = (at: string, parts: Intl.DateTimeFormatOptions) =>
    new Date(`${at}Z`).toLocaleString('en-US', parts)
  const from = format(start, { ...day, ...clock })
  if (!end || end <= start) return from
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${from} – ${format(end, isSameDay ? clock : { ...day, ...clock })}`
}

/** The location, with the country unless it is the default. */
function Place({ event: { location } }: { event: Shown }) {
  const country =
    location.country !== 'US' && new Intl.DisplayNames('en', { type: 'region' }).of(location.country)
  const text = [inOneLine(location), country].filter(Boolean).join(', ')
  return text && <p class="turnout-place">{text}</p>
}

/** The page that the owner names, if there is another than this. */
const More = ({ event: { browser_url } }: { event: Shown }) =>
  browser_url && (
    <p>
      <a href={browser_url} rel="noopener noreferrer nofollow">
        More about this event
      </a>
    </p>
  )

const Host = ({ event: { sponsor } }: { event: Shown }) =>
  sponsor && (
    <p class="turnout-notice">
      Hosted by{' '}
      {sponsor.browser_url ? (
        <a href={sponsor.browser_url} rel="noopener noreferrer nofollow">
          {sponsor.title}
        </a>
      ) : (
        sponsor.title
      )}
    </p>
  )

const Form = ({ site, id }: { site: Site; id: string }) => (
  <>
    <div class="turnout">
      <h2 class="turnout-title">Will you come?</h2>
      <div data-turnout-embed={embedLink(site, 'events', id).href} data-turnout-view="form"></div>
      <noscript>The form is a script, which this browser does not run.</noscript>
    </div>
    <script src={embedLink(site, 'widget.js').href} async></script>
  </>
)
