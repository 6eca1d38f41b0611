import { distanceParts, inDistance } from '../../texts/distances.js'
import { raw } from 'hono/html'
import type { Fault } from '../../runtime/errors.js'
import { type EventSearch, type FoundEvent, type FoundEvents } from '../event-search.js'
import { distanceIn } from '../../locations/reach.js'
import type { Overview } from '../overview.js'
import type { Site } from '../../runtime/site.js'
import { embedLink } from '../../events/documents/embed.js'
import { htmlAnswer, privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { finderMessages } from '../texts.js'
import { counted, filled } from '../../texts/messages.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { Cover, type Pictured } from '../../events/pages/cover.pages.js'
import { EventCard } from '../../events/pages/event-card.pages.js'
import { Icon } from '../../pages/icons.js'
import { Logo } from '../../pages/logo.js'
import { afterMessages } from '../../pages/texts-after.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import { type Heard, type Locale, readersLocale, spokenIn } from '../../pages/locale.js'
import { forReader, ownerOf, publicPage, publicPolicy } from '../../pages/page.js'
import { EventMap } from './map.pages.js'

/** A page is cacheable for a minute, like that of an event. */
const SECONDS = 60

/** A list of so few events is read as a whole: no part of it stands out. */
const FEW = 8

/** A group or a campaign, as its page shows it. */
export interface Sought {
  title: string
  /** The color and the logo of its group. */
  look: Pick<OwnerSettings, 'color' | 'logo_url'>
  /** The path of the page. */
  page: string
  /** The path below which its files are: `/groups/…`. */
  path: string
  /** Its own page elsewhere. */
  browser_url?: string | undefined
  /** The language of the owner, and of events that name none. */
  language?: string | undefined
  /** HTML of its owner. */
  description?: string | undefined
  /** The owner of a campaign, whom the header of its page names. */
  of?: Parameters<typeof ownerOf>[1] | undefined
  privacy_policy_url?: string | undefined
  /** A campaign, by whose id its picture is chosen. */
  pictured?: Pictured | undefined
  /** Address of the form for hosts, where supporters may host. */
  host?: { url: string; pitch?: string | undefined } | undefined
}

/** A search and its result. */
export interface Finding {
  parameters: Record<string, string>
  /** The fault of the query, with which nothing was looked for. */
  fault?: Fault | undefined
  search?: EventSearch | undefined
  found?: FoundEvents | undefined
  next?: string | undefined
  overview: Overview
}

/** The page on which visitors find the events of a group or a campaign, in the language of its reader. */
export function finderPage(site: Site, sought: Sought, finding: Finding, request: Heard): Answer {
  const locale = readersLocale(request, sought.language)
  const { messages } = locale
  const texts = finderMessages(locale.lang)
  const [own, base] = [site.publicUrl + sought.page, site.publicUrl + sought.path]
  const { overview, parameters, fault } = finding
  const spoken = spokenIn(sought.language, locale)
  const hasBiggest = Object.keys(parameters).length === 0 && overview.events > FEW && overview.biggest.length > 0
  const main = (
    <div class="stack wide turnout-finder">
      <div class="hero">
        <div class="stack max-l">
          {overview.days && sought.pictured && (
            <p class="eyebrow">{daysOf(overview.days.first, overview.days.last, locale.lang)}</p>
          )}
          {!sought.of && sought.look.logo_url && <Logo title={sought.title} address={sought.look.logo_url} />}
          <h1 {...spoken}>{sought.title}</h1>
          {sought.description && (
            <div class="prose lead turnout-description" {...spoken}>
              {raw(sanitizeHtml(sought.description))}
            </div>
          )}
          {sought.browser_url && (
            <p>
              <a href={sought.browser_url} rel="noopener noreferrer nofollow" target="_top">
                {sought.browser_url}
              </a>
            </p>
          )}
        </div>
        {sought.pictured && <Cover site={site} of={sought.pictured} width="1200" height="600" />}
        <Search finding={finding} base={own} locale={locale} />
        <Days base={own} parameters={parameters} locale={locale} zone={zoneOf(finding)} />
      </div>
      {overview.events > 0 && <Numbers overview={overview} locale={locale} />}
      <div class="halves-public">
        <section class="stack">
          <h2 id={fault ? undefined : FOUND}>{fault ? messages.search : headingOf(finding, locale)}</h2>
          {(finding.found?.events.length || CHOICES.some((name) => parameters[name])) && (
            <Choices base={own} parameters={parameters} overview={overview} locale={locale} />
          )}
          {finding.found && <Results site={site} sought={sought} finding={finding} locale={locale} />}
          {finding.next && (
            <p>
              <a rel="next" href={finding.next} class="btn">
                {parameters['near'] ? texts.further : messages.later}
              </a>
            </p>
          )}
          <Subscribe address={withParameters(`${base}/calendar.ics`, parameters)} locale={locale} />
        </section>
        {overview.clusters.length > 0 && (
          <aside class={hasBiggest ? 'stack' : 'stack hold'} aria-labelledby="map-title">
            <h2 id="map-title">{counted(locale.lang, texts.events, overview.events)}</h2>
            <div class="card flush">
              <EventMap overview={overview} base={base} locale={locale} />
            </div>
            <p class="small quiet">{texts.map_hint}</p>
            {hasBiggest && (
              <section class="stack" aria-labelledby="biggest">
                <h2 id="biggest">{texts.biggest}</h2>
                <ol class="card flush near" role="list">
                  {overview.biggest.map(({ event, coming }) => (
                    <EventCard
                      site={site}
                      event={event}
                      locale={locale}
                      coming={coming}
                      standing={{ state: 'to_come' }}
                      language={sought.language}
                    />
                  ))}
                </ol>
              </section>
            )}
          </aside>
        )}
      </div>
      {sought.host && (
        <section class="card line apart pad-l" id="host">
          <div class="stack tight max-l">
            <h2 class="t-2xl">{texts.host_title}</h2>
            {sought.host.pitch && (
              <div class="turnout-description" {...spoken}>
                {raw(sanitizeHtml(sought.host.pitch))}
              </div>
            )}
          </div>
          <a class="btn main big" href={sought.host.url} target="_top">
            {texts.host_event}
          </a>
        </section>
      )}
    </div>
  )
  const title = filled(messages.upcoming_of, { name: sought.title })
  const head = (
    <>
      <link rel="canonical" href={withParameters(own, parameters)} />
      <link rel="alternate" type="text/calendar" href={`${base}/calendar.ics`} />
      <link rel="alternate" type="application/geo+json" href={`${base}/events.geojson`} />
      <meta property="og:title" content={title} />
      <script src={embedLink(site, 'near.js').href} defer></script>
      <script src={embedLink(site, 'share.js').href} defer></script>
    </>
  )
  const around = {
    owner: sought.of && ownerOf(site, sought.of, sought.look),
    privacy_policy_url: sought.privacy_policy_url,
    action: sought.host && (
      <a class="btn" href={sought.host.url} target="_top">
        {texts.host_event}
      </a>
    ),
  }
  const { color } = sought.look
  const text = publicPage({ title, locale, color, head, around, languagesOf: parameters, children: main })
  const policy = publicPolicy(site, '*', ['near.js', 'share.js'], color)
  return forReader(fault ? privateAnswer(text, policy, 400) : htmlAnswer(text, policy, SECONDS))
}

const withParameters = (base: string, parameters: Record<string, string>): string => {
  const text = new URLSearchParams(parameters).toString()
  return text ? `${base}?${text}` : base
}

/** Returns the day of a day of action, or the days between which its events start. */
function daysOf(first: string, last: string, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: first === last ? 'full' : 'long',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(`${first}T12:00Z`), new Date(`${last}T12:00Z`))
}

/** Calendar apps open addresses of their own scheme; others are given the address. */
function Subscribe({ address, locale: { lang, messages } }: { address: string; locale: Locale }) {
  const texts = finderMessages(lang)
  const { copy, copied } = afterMessages(lang)
  return (
    <div class="stack tight">
      <p>
        <a class="chip" href={address.replace(/^https?:/, 'webcal:')} target="_top">
          <Icon name="calendar-plus" />
          {messages.subscribe}
        </a>
      </p>
      <div class="field">
        <label for="calendar">{texts.calendar_address}</label>
        <div class="copy">
          <input id="calendar" value={address} readonly dir="ltr" />
          <button class="btn" type="button" hidden data-turnout-copy={address} data-turnout-copied={copied}>
            {copy}
          </button>
        </div>
      </div>
    </div>
  )
}

/** The parameters that the links above the list choose. */
const CHOICES = ['mode', 'full', 'access', 'kind'] as const

/** A text, and the parameters that it chooses. */
type Choice = [string, Record<string, string>]

/** Links to the same search of some of the events. */
function Choices({
  base,
  parameters,
  overview: { kinds, access },
  locale: { lang, messages },
}: {
  base: string
  parameters: Record<string, string>
  overview: Overview
  locale: Locale
}) {
  const texts = finderMessages(lang)
  const { mode: _mode, full: _full, access: _access, kind: _kind, after: _after, ...others } = parameters
  const all: Choice[] = [
    [texts.all_kinds, {}],
    [texts.only_in_person, { mode: 'in_person' }],
    [texts.only_online, { mode: 'online' }],
    [texts.only_open, { full: 'exclude' }],
    ...access.map((part): Choice => [messages[`access_${part}`], { access: part }]),
    ...kinds.map((kind): Choice => [messages[`kind_${kind}`], { kind }]),
  ]
  return (
    <p class="chips">
      {all.map(([text, choice]) => (
        <a
          class="chip"
          href={withParameters(base, { ...others, ...choice })}
          aria-current={CHOICES.every((name) => parameters[name] === choice[name]) ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </p>
  )
}

/**
 * The time zone whose days the page offers: that of the first event that it shows. Near a reader, it is theirs; without
 * a place, a page is the same for its readers everywhere.
 */
function zoneOf({ found, overview }: Finding): string | undefined {
  const [first = found?.nearest ?? overview.biggest[0]] = found?.events ?? []
  return first && timeZoneOf(first.event)
}

/** Today, as `2026-05-04`, which is how Canada writes days. */
const dayIn = (timeZone = 'UTC') => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

interface DaysProps {
  base: string
  parameters: Record<string, string>
  locale: Locale
  zone: string | undefined
}

/** Links to the same search of some days. */
function Days({ base, parameters, locale, zone }: DaysProps) {
  const texts = finderMessages(locale.lang)
  const { from: _from, until: _until, after: _after, ...others } = parameters
  const today = new Date(`${dayIn(zone)}T00:00Z`)
  const day = (later: number) => new Date(today.getTime() + later * 86_400_000).toISOString().slice(0, 10)
  // On a Sunday, the weekend is under way.
  const saturday = today.getUTCDay() === 0 ? -1 : 6 - today.getUTCDay()
  const all: Choice[] = [
    [texts.any_day, {}],
    [texts.this_weekend, { from: day(Math.max(0, saturday)), until: day(saturday + 1) }],
    [texts.next_week, { from: day(0), until: day(6) }],
    [texts.next_month, { from: day(0), until: day(29) }],
  ]
  return (
    <p class="chips">
      {all.map(([text, choice]) => (
        <a
          class="chip"
          href={`${withParameters(base, { ...others, ...choice })}#${FOUND}`}
          aria-current={['from', 'until'].every((name) => parameters[name] === choice[name]) ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </p>
  )
}

function headingOf({ search, found }: Finding, { lang, messages }: Locale): string {
  const texts = finderMessages(lang)
  if (!search?.near) return messages.upcoming
  const reach = inDistance(search.within, search.unit, lang)
  const hasPlaced = found?.events.some(({ km }) => km !== undefined) || found?.nearest === undefined
  const { name } = search.near
  const town = COORDINATES.test(name) ? texts.your_location : name
  return filled(hasPlaced ? texts.within_of : texts.none_within, { reach, town })
}

/** A place that a browser has told, and no one has typed. */
const COORDINATES = /^-?\d+(\.\d+)?, ?-?\d+(\.\d+)?$/

/** The place of the page to which a search leads: on a phone, the list is below the first screen. */
const FOUND = 'found'

/** A form of HTML alone: its answer is this page. */
function Search({ finding, base, locale }: { finding: Finding; base: string; locale: Locale }) {
  const { parameters, fault } = finding
  const { messages } = locale
  const texts = finderMessages(locale.lang)
  const isPlace = fault?.properties.includes('near') ?? false
  return (
    <form class="seek" id={fault && FOUND} method="get" action={`${base}#${FOUND}`} role="search">
      <div class="field seek-place">
        <label for="near">{texts.near}</label>
        <input
          class="input"
          id="near"
          name="near"
          value={parameters['near']}
          maxlength={200}
          autocomplete="postal-code"
          {...(fault && { 'aria-describedby': 'fault' })}
          {...(isPlace && { 'aria-invalid': 'true' })}
        />
      </div>
      {CARRIED.map((name) => parameters[name] && <input type="hidden" name={name} value={parameters[name]} />)}
      <button class="btn main">{messages.search}</button>
      <button type="button" class="btn" data-turnout-locate={texts.not_located} hidden>
        {texts.use_my_location}
      </button>
      {fault && (
        <p class="fault" id="fault" role="alert">
          {fault.error_code === 'unknown_place' ? texts.unknown_place : messages.nothing_why}
        </p>
      )}
    </form>
  )
}

/** Parameters of the address that have no field. */
const CARRIED = ['from', 'until', 'within', 'unit', 'mode', 'full', 'kind', 'access', 'limit'] as const

function Numbers({ overview, locale: { lang } }: { overview: Overview; locale: Locale }) {
  const texts = finderMessages(lang)
  const number = (value: number) => new Intl.NumberFormat(lang).format(value)
  return (
    <dl class="stats">
      <div>
        <dt>{texts.number_of_events}</dt>
        <dd>{number(overview.events)}</dd>
      </div>
      {overview.people > 0 && (
        <div>
          <dt>{texts.number_of_people}</dt>
          <dd>{number(overview.people)}</dd>
        </div>
      )}
      {overview.regions > 1 && (
        <div>
          <dt>{texts.number_of_regions}</dt>
          <dd>{number(overview.regions)}</dd>
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
          <ul class="card flush near" role="list">
            <Entry {...results} found={nearest} />
          </ul>
        </>
      )}
      {events.length > 0 ? (
        <ol class="card flush near" role="list">
          {events.map((found) => (
            <Entry {...results} found={found} />
          ))}
        </ol>
      ) : (
        !nearest && (
          <div class="card empty">
            <Icon name="search" />
            <p>{messages.no_upcoming}</p>
          </div>
        )
      )}
    </>
  )
}

function Entry({ site, sought, finding, found, locale }: Shown & { found: FoundEvent }) {
  const { event, standing, km, more } = found
  const { unit = 'mi' } = finding.search ?? {}
  const distance = km === undefined ? undefined : distanceParts(distanceIn(km, unit), unit, locale.lang)
  return (
    <EventCard
      site={site}
      event={event}
      standing={standing}
      locale={locale}
      more={more}
      language={sought.language}
      end={
        distance && (
          <p class="miles">
            {distance.number}
            <small>{distance.unit}</small>
          </p>
        )
      }
    />
  )
}
