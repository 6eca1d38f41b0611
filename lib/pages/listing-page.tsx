import type { CalendarEvent } from '../domain/calendars/calendar.js'
import type { Listing, ListingQuery } from '../domain/public/listing.js'
import type { Site } from '../domain/site.js'
import { publicAddress } from '../hal/events/browser-url.js'
import { htmlAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { filled } from '../messages/messages.js'
import { placeOf } from './events/event-place.js'
import { Time } from './events/event-time.js'
import { type Locale, localeOf } from './locale.js'
import { publicPage, publicPolicy } from './page.js'

/** A page is cacheable for a minute, like that of an event. */
const SECONDS = 60

/** The group or campaign whose events a page lists. */
export interface Listed {
  title: string
  /** The path of the page: `/groups/…`. */
  path: string
  /** Its own page elsewhere. */
  browser_url?: string | undefined
  /** The language of the owner, and of events that name none. */
  language?: string | undefined
}

/** The page with the upcoming events of a group or a campaign, in parts. */
export function listingPage(site: Site, listed: Listed, listing: Listing, query: ListingQuery): Answer {
  const locale = localeOf(listed.language)
  const { messages, other } = locale
  const base = site.publicUrl + listed.path
  const main = (
    <>
      <header class="turnout">
        <h1>{listed.title}</h1>
        {listed.browser_url && (
          <p>
            <a href={listed.browser_url} rel="noopener noreferrer nofollow">
              {listed.browser_url}
            </a>
          </p>
        )}
        <Search query={query} base={base} locale={locale} />
      </header>
      <section class="turnout" {...other}>
        <h2 class="turnout-title">{messages.upcoming}</h2>
        {listing.events.length > 0 ? (
          <ol class="turnout-events">
            {listing.events.map((event) => (
              <Entry site={site} event={event} language={listed.language} />
            ))}
          </ol>
        ) : (
          <p>{messages.no_upcoming}</p>
        )}
        {listing.next && (
          <p>
            <a rel="next" href={addressOf(base, { ...query, after: listing.next })}>
              {messages.later}
            </a>
          </p>
        )}
        <p>
          <a href={`${base}/calendar.ics`}>{messages.subscribe}</a>
        </p>
      </section>
    </>
  )
  const title = filled(messages.upcoming_of, { name: listed.title })
  const head = (
    <>
      <link rel="canonical" href={addressOf(base, query)} />
      <link rel="alternate" type="text/calendar" href={`${base}/calendar.ics`} />
      <meta property="og:title" content={title} />
    </>
  )
  return htmlAnswer(
    publicPage({ title, locale, head, children: main }),
    publicPolicy(site, "'none'"),
    SECONDS,
  )
}

function Entry({
  site,
  event,
  language,
}: {
  site: Site
  event: CalendarEvent
  language: string | undefined
}) {
  const locale = localeOf(event.language ?? language)
  const location = placeOf(event, locale)
  return (
    <li lang={locale.lang} dir={locale.dir}>
      <h3>
        <a href={publicAddress(site, event)}>{event.title}</a>
      </h3>
      {event.status === 'cancelled' && (
        <p class="turnout-notice" {...locale.other}>
          {locale.messages.cancelled}
        </p>
      )}
      <Time event={event} locale={locale} />
      {location && <p class="turnout-place">{location}</p>}
    </li>
  )
}

/** A form of HTML alone: its answer is this page. */
const Search = ({ query, base, locale }: { query: ListingQuery; base: string; locale: Locale }) => (
  <form class="turnout-form" method="get" action={base} role="search" {...locale.other}>
    <label class="turnout-field">
      {locale.messages.location}
      <input name="location" value={query.location} maxlength={200} />
    </label>
    <label class="turnout-field">
      {locale.messages.from}
      <input name="from" type="date" value={query.from} />
    </label>
    <label class="turnout-field">
      {locale.messages.until}
      <input name="until" type="date" value={query.until} />
    </label>
    <button>{locale.messages.search}</button>
  </form>
)

function addressOf(base: string, query: ListingQuery): string {
  const text = new URLSearchParams({ ...query }).toString()
  return text ? `${base}?${text}` : base
}
