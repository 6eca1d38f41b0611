import { raw } from 'hono/html'
import type { Fault } from '../../domain/errors.js'
import {
  type EventSearch,
  type FoundEvent,
  type FoundEvents,
  distanceIn,
} from '../../domain/near/event-search.js'
import type { Overview } from '../../domain/near/overview.js'
import type { Site } from '../../domain/site.js'
import { publicAddress } from '../../hal/events/browser-url.js'
import { embedLink } from '../../hal/events/embed.js'
import { htmlAnswer, privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { finderMessages } from '../../messages/finder/messages.js'
import { counted, filled } from '../../messages/messages.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import { placeOf } from '../events/event-place.js'
import { Time } from '../events/event-time.js'
import { type Locale, localeOf } from '../locale.js'
import { publicPage, publicPolicy, stylesWith } from '../page.js'
import finder from './finder.css' with { type: 'text' }
import { EventMap } from './map.js'

const styles = stylesWith(finder)

/** A page is cacheable for a minute, like that of an event. */
const SECONDS = 60

/** A group or a campaign, as its page shows it. */
export interface Sought {
  title: string
  /** The path of the page: `/groups/…`. */
  path: string
  /** Its own page elsewhere. */
  browser_url?: string | undefined
  /** The language of the owner, and of events that name none. */
  language?: string | undefined
  /** HTML of its owner. */
  description?: string | undefined
  /** Address of the form for hosts, where supporters may host. */
  host?: { url: string; pitch?: string | undefined } | undefined
}

/** A query and its result. */
export interface Finding {
  parameters: Record<string, string>
  /** The fault of the query, with which nothing was looked for. */
  fault?: Fault | undefined
  search?: EventSearch | undefined
  found?: FoundEvents | undefined
  next?: string | undefined
  overview: Overview
}

/** The page on which visitors find the events of a group or a campaign. */
export function finderPage(site: Site, sought: Sought, finding: Finding): Answer {
  const locale = localeOf(sought.language)
  const { messages, other } = locale
  const texts = finderMessages(locale.lang)
  const base = site.publicUrl + sought.path
  const { overview, parameters, fault } = finding
  const main = (
    <div class="turnout turnout-finder">
      <header class="turnout-hero">
        <h1>{sought.title}</h1>
        {sought.description && <div class="turnout-description">{raw(sanitizeHtml(sought.description))}</div>}
        {sought.browser_url && (
          <p>
            <a href={sought.browser_url} rel="noopener noreferrer nofollow" target="_top">
              {sought.browser_url}
            </a>
          </p>
        )}
        <Search finding={finding} base={base} locale={locale} />
        {sought.host && (
          <p {...other}>
            <a href={sought.host.url} target="_top">
              {texts.host_event}
            </a>
          </p>
        )}
      </header>
      {overview.events > 0 && <Numbers overview={overview} locale={locale} />}
      <div class="turnout-halves">
        <section {...other}>
          <h2 class="turnout-title">{fault ? messages.search : headingOf(finding, locale)}</h2>
          {finding.found && <Results site={site} sought={sought} finding={finding} locale={locale} />}
          {finding.next && (
            <p>
              <a rel="next" href={finding.next}>
                {parameters['near'] ? texts.further : messages.later}
              </a>
            </p>
          )}
          <p>
            <a href={withParameters(`${base}/calendar.ics`, parameters)} target="_top">
              {messages.subscribe}
            </a>
          </p>
        </section>
        {overview.clusters.length > 0 && (
          <aside {...other}>
            <EventMap overview={overview} base={base} locale={locale} />
            <p>
              <small>{texts.map_hint}</small>
            </p>
          </aside>
        )}
      </div>
      {sought.host && (
        <section id="host">
          <h2 class="turnout-title">{texts.host_title}</h2>
          {sought.host.pitch && <div class="turnout-description">{raw(sanitizeHtml(sought.host.pitch))}</div>}
          <p>
            <a class="turnout-button" href={sought.host.url} target="_top">
              {texts.host_event}
            </a>
          </p>
        </section>
      )}
    </div>
  )
  const title = filled(messages.upcoming_of, { name: sought.title })
  const head = (
    <>
      <link rel="canonical" href={withParameters(base, parameters)} />
      <link rel="alternate" type="text/calendar" href={`${base}/calendar.ics`} />
      <link rel="alternate" type="application/geo+json" href={`${base}/events.geojson`} />
      <meta property="og:title" content={title} />
      <script src={embedLink(site, 'near.js').href} async></script>
    </>
  )
  const text = publicPage({ title, locale, head, children: main, styles })
  const policy = publicPolicy(site, '*', { script: 'near.js', styles })
  return fault ? privateAnswer(text, policy, 400) : htmlAnswer(text, policy, SECONDS)
}

const withParameters = (base: string, parameters: Record<string, string>): string => {
  const text = new URLSearchParams(parameters).toString()
  return text ? `${base}?${text}` : base
}

function headingOf({ search, found }: Finding, { lang, messages }: Locale): string {
  const texts = finderMessages(lang)
  if (!search?.near) return messages.upcoming
  const reach = `${search.within} ${search.unit}`
  const hasPlaced = found?.events.some(({ km }) => km !== undefined) || found?.nearest === undefined
  return filled(hasPlaced ? texts.within_of : texts.none_within, { reach, town: search.near.name })
}

/** A form of HTML alone: its answer is this page. */
function Search({ finding, base, locale }: { finding: Finding; base: string; locale: Locale }) {
  const { parameters, fault } = finding
  const { messages, other } = locale
  const texts = finderMessages(locale.lang)
  const isPlace = fault?.properties.includes('near') ?? false
  return (
    <form class="turnout-form turnout-search" method="get" action={base} role="search" {...other}>
      <label class="turnout-field turnout-near">
        {texts.near}
        <input
          name="near"
          value={parameters['near']}
          maxlength={200}
          autocomplete="postal-code"
          {...(fault && { 'aria-describedby': 'fault' })}
          {...(isPlace && { 'aria-invalid': 'true' })}
        />
      </label>
      <label class="turnout-field turnout-day">
        {messages.from}
        <input name="from" type="date" value={parameters['from']} />
      </label>
      <label class="turnout-field turnout-day">
        {messages.until}
        <input name="until" type="date" value={parameters['until']} />
      </label>
      {CARRIED.map(
        (name) => parameters[name] && <input type="hidden" name={name} value={parameters[name]} />,
      )}
      <button>{messages.search}</button>
      <button type="button" class="turnout-locate" data-turnout-locate={texts.not_located} hidden>
        {texts.use_my_location}
      </button>
      {fault && (
        <p class="turnout-fault" id="fault" role="alert">
          {fault.error_code === 'unknown_place' ? texts.unknown_place : fault.description}
        </p>
      )}
    </form>
  )
}

/** Parameters of the address that have no field. */
const CARRIED = ['within', 'unit', 'mode', 'full', 'limit'] as const

function Numbers({ overview, locale: { lang } }: { overview: Overview; locale: Locale }) {
  const texts = finderMessages(lang)
  const number = (value: number) => new Intl.NumberFormat(lang).format(value)
  return (
    <dl class="turnout-stats">
      <div>
        <dt>{texts.number_of_events}</dt>
        <dd>{number(overview.events)}</dd>
      </div>
      {overview.regions > 1 && (
        <div>
          <dt>{texts.number_of_regions}</dt>
          <dd>{number(overview.regions)}</dd>
        </div>
      )}
      {overview.placeless > 0 && (
        <div>
          <dt>{texts.number_of_placeless}</dt>
          <dd>{number(overview.placeless)}</dd>
        </div>
      )}
    </dl>
  )
}

interface Shown {
  site: Site
  sought: Sought
  finding: Finding
  locale: Locale
}

function Results(results: Shown) {
  const { events = [], nearest } = results.finding.found ?? {}
  const { lang, messages } = results.locale
  const texts = finderMessages(lang)
  return (
    <>
      {nearest && (
        <>
          <p>{texts.nearest}</p>
          <ul class="turnout-events">
            <Entry {...results} found={nearest} />
          </ul>
        </>
      )}
      {events.length > 0 ? (
        <ol class="turnout-events">
          {events.map((found) => (
            <Entry {...results} found={found} />
          ))}
        </ol>
      ) : (
        !nearest && <p>{messages.no_upcoming}</p>
      )}
    </>
  )
}

function Entry({ site, sought, finding, found }: Shown & { found: FoundEvent }) {
  const { event, standing, km } = found
  const locale = localeOf(event.language ?? sought.language)
  const texts = finderMessages(locale.lang)
  const location = placeOf(event, locale)
  const unit = finding.search?.unit ?? 'mi'
  return (
    <li class="turnout-found" lang={locale.lang} dir={locale.dir}>
      <div>
        <h3>
          <a href={publicAddress(site, event)} target="_top">
            {event.title}
          </a>
        </h3>
        <Time event={event} locale={locale} />
        {location && <p class="turnout-place">{location}</p>}
        <Places standing={standing} locale={locale} />
        {event.address_shown === 'guests' && <p>{texts.address_for_guests}</p>}
      </div>
      {km !== undefined && (
        <p class="turnout-miles">
          {distanceIn(km, unit)} {unit}
        </p>
      )}
    </li>
  )
}

/** More places than this are not told in a list. */
const FEW = 10

function Places({
  standing: { state, places_left },
  locale: { lang, messages },
}: Pick<FoundEvent, 'standing'> & { locale: Locale }) {
  const texts = finderMessages(lang)
  if (state === 'full') return <span class="turnout-badge">{texts.full_badge}</span>
  if (state === 'waitlist') return <span class="turnout-badge">{texts.waitlist_badge}</span>
  if (places_left === undefined || places_left > FEW) return null
  return <span class="turnout-badge">{counted(lang, messages.places_left, places_left)}</span>
}
