import type { Standing } from '../../visitors/browser-attendance.js'
import { raw } from 'hono/html'
import { type EventState, stateOf, takesAnswers } from '../event-state.js'
import { groupIdOf } from '../../runtime/owner.js'
import type { Site } from '../../runtime/site.js'
import { pathOfCampaign } from '../../campaigns/documents/campaign-path.js'
import { pathOfGroup } from '../documents/browser-url.js'
import { seriesLink } from '../../series/documents/series.js'
import { counted, filled } from '../../texts/messages.js'
import { isListed } from '../visibility.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { Answer } from '../../attendances/pages/answer.pages.js'
import { RsvpForm } from '../../attendances/pages/rsvp-form.pages.js'
import { Icon } from '../../pages/icons.js'
import { type Locale, spokenIn } from '../../pages/locale.js'
import { Logo } from '../../pages/logo.js'
import type { PageContent } from '../../pages/page-content.js'
import { AccessSection, ContactSection, Facts } from './facts.pages.js'
import { Cover } from './cover.pages.js'
import { shortStart, textOfWindow } from './event-time.pages.js'
import { CalendarLinks, ShareLinks } from './save-and-share.pages.js'
import { Where } from './place/where.pages.js'

interface Props {
  site: Site
  content: PageContent
  /** The inputs that the link to this page names. */
  arrival?: Record<string, string>
  locale: Locale
  now: Date
}

interface Part {
  event: PageContent['event']
  locale: Locale
}

/** The main part of the page of an event: what it is, and beside it, or at the thumb, the form. */
export function EventMain({ site, content, arrival = {}, locale, now }: Props) {
  const { event, browser_rsvps, places_left } = content
  const found = stateOf(event, places_left, now)
  const hasForm = browser_rsvps && takesAnswers(found)
  const state = found === 'waitlist' && !hasForm ? 'full' : found
  const spoken = spokenIn(event.language, locale)
  const { texts } = locale
  return (
    <>
      <article class="event turnout-event">
        <div class="stack g6">
          <Cover class="cover" site={site} of={event} width="1200" height="600" fetchpriority="high" />
          <div class="stack">
            <StateBadge state={state} locale={locale} />
            {event.kind && event.kind !== 'other' && <p class="eyebrow">{locale.messages[`kind_${event.kind}`]}</p>}
            <h1 {...spoken}>{event.title}</h1>
            {event.cancellation_note && (
              <p class="notice plain as-typed" {...spoken}>
                {event.cancellation_note}
              </p>
            )}
          </div>
          {content.people_coming !== undefined && state !== 'over' && state !== 'cancelled' && (
            <p>
              <strong>{filled(texts.at_least_coming, { count: numberOf(locale.lang, content.people_coming) })}</strong>
            </p>
          )}
          <Facts event={event} locale={locale} />
          {event.description && (
            <div class="prose turnout-description" {...spoken}>
              {raw(sanitizeHtml(event.description))}
            </div>
          )}
          <Where event={event} locale={locale} />
          {event.series && isListed(event) && (
            <p>
              <a class="btn" href={seriesLink(site, event.series.id).href}>
                <Icon name="calendar-plus" />
                {locale.messages.all_dates}
              </a>
            </p>
          )}
          {event.accessibility && <AccessSection accessibility={event.accessibility} locale={locale} />}
          {event.contact?.public && <ContactSection contact={event.contact} locale={locale} />}
          <Host settings={content.settings} site={site} event={event} locale={locale} />
          {state !== 'cancelled' && (
            <section class="stack" id="keep" aria-labelledby="keep-title">
              <h2 id="keep-title">{state === 'over' ? locale.messages.share : texts.keep}</h2>
              {state !== 'over' && <CalendarLinks site={site} event={event} locale={locale} />}
              <ShareLinks site={site} event={event} locale={locale} />
            </section>
          )}
          {hasForm && <Thumb content={content} state={state} locale={locale} />}
        </div>
        <Beside site={site} content={content} arrival={arrival} state={state} hasForm={hasForm} locale={locale} />
      </article>
      {hasForm && (
        <>
          {standingsOf(event).map((standing) => (
            <template id={`answer-${standing}`}>
              <Answer site={site} event={event} standing={standing} locale={locale} />
            </template>
          ))}
        </>
      )}
    </>
  )
}

/** The answers that the form may get. With approval everybody asks. */
const standingsOf = ({ approval, waitlist }: PageContent['event']): Standing[] =>
  approval ? ['requested'] : waitlist ? ['place', 'waiting_list'] : ['place']

const BADGES = {
  waitlist: ['warn', 'has_waitlist'],
  full: ['warn', 'is_full'],
  not_open: ['plain', 'is_not_open'],
  closed: ['warn', 'is_closed'],
  over: ['plain', 'is_over'],
  cancelled: ['bad', 'is_cancelled'],
} as const

/** The state of an event in a word; nothing for an upcoming event that takes RSVPs. */
const StateBadge = ({ state, locale: { texts } }: { state: EventState; locale: Locale }) =>
  state === 'to_come' ? null : (
    <p class="line">
      <span class={`badge ${BADGES[state][0]}`}>{texts[BADGES[state][1]]}</span>
    </p>
  )

/** The bar at the thumb on a phone. It leads to the form, and gives way to it. */
function Thumb({ content: { event, places_left }, state, locale }: ThumbProps) {
  const { lang, messages, texts } = locale
  const left = places_left !== undefined && counted(lang, messages.places_left, places_left)
  return (
    <div class="thumb">
      <p class="small">
        {event.start_date && <strong>{shortStart(lang, event.start_date)}</strong>}
        <span class="quiet">{state === 'waitlist' ? texts.has_waitlist : left}</span>
      </p>
      <a class="btn main" href="#rsvp" target="_self">
        {event.approval ? messages.ask_to_come : state === 'waitlist' ? texts.join_waitlist : messages.rsvp}
      </a>
    </div>
  )
}

interface ThumbProps {
  content: PageContent
  state: EventState
  locale: Locale
}

interface BesideProps extends ThumbProps {
  site: Site
  arrival: Record<string, string>
  hasForm: boolean
}

/** The card beside the event: the form, or why there is none. */
function Beside({ site, content, arrival, state, hasForm, locale }: BesideProps) {
  const { event, browser_rsvps } = content
  const { lang, messages, texts } = locale
  if (hasForm)
    return (
      <section class="rsvp card stack" id="rsvp" aria-labelledby="rsvp-title">
        <div class="stack tight">
          <h2 id="rsvp-title">
            {state === 'waitlist' && !event.approval ? texts.join_waitlist : messages.will_you_come}
          </h2>
          {event.approval && <p class="small quiet turnout-state">{messages.is_approved}</p>}
          {state === 'waitlist' && !event.approval ? (
            <p class="small quiet turnout-state">{messages.waitlist}</p>
          ) : (
            <PlacesLeft content={content} lang={lang} locale={locale} />
          )}
        </div>
        <RsvpForm
          site={site}
          content={content}
          locale={locale}
          entries={{ inputs: { source: '', ...arrival }, wrong: [] }}
          waits={state === 'waitlist'}
        />
      </section>
    )
  const group = groupIdOf(event.owner)
  const windowText = browser_rsvps && textOfWindow(event, state, locale)
  return (
    <section class="rsvp card stack">
      {state === 'to_come' ? (
        !browser_rsvps && !event.browser_url && <p>{messages.no_rsvps}</p>
      ) : (
        <h2 class="turnout-state">{messages[state]}</h2>
      )}
      {windowText && <p>{windowText}</p>}
      {event.browser_url && (
        <a class="btn main big wide" href={event.browser_url} rel="noopener noreferrer nofollow">
          {messages.more}
        </a>
      )}
      {event.sponsor && group !== undefined && (
        <p>
          <a href={site.publicUrl + pathOfGroup({ id: group, slug: content.settings.slug })}>
            {filled(texts.more_of, { name: event.sponsor.title })}
          </a>
        </p>
      )}
    </section>
  )
}

const numberOf = (lang: string, count: number) => new Intl.NumberFormat(lang).format(count)

/** The number of seats that are left, and a bar of those that are taken. */
function PlacesLeft({
  content: { event, places_left },
  lang,
  locale: { messages, texts },
}: {
  content: PageContent
  lang: string
  locale: Locale
}) {
  const { capacity } = event
  if (places_left === undefined) return null
  const written = (count: number) => numberOf(lang, count)
  const isPart = capacity !== undefined && places_left < capacity
  return (
    <>
      <p class="small quiet">
        {isPart
          ? filled(texts.places_of, { left: written(places_left), capacity: written(capacity) })
          : counted(lang, messages.places_left, places_left)}
      </p>
      {isPart && (
        <svg class="bar" aria-hidden="true" preserveAspectRatio="none">
          <rect width={`${Math.round((1 - places_left / capacity) * 100)}%`} height="100%" />
        </svg>
      )}
    </>
  )
}

/** The group, with its website or page, and its other upcoming events. */
function Host({
  site,
  event: { owner, sponsor, browser_url, event_campaign_id: campaign },
  settings,
  locale,
}: Part & { site: Site; settings: PageContent['settings'] }) {
  if (!sponsor) return null
  const { messages, texts } = locale
  const id = groupIdOf(owner)
  return (
    <section class="stack" aria-labelledby="hosts">
      <h2 id="hosts">{texts.host}</h2>
      <ul class="hosts" role="list">
        <li class="who">
          <Logo title={sponsor.title} address={settings.logo_url} />
          <span>
            {sponsor.browser_url ? (
              <a href={sponsor.browser_url} rel="noopener noreferrer nofollow">
                {sponsor.title}
              </a>
            ) : (
              sponsor.title
            )}
            {id !== undefined && (
              <small>
                <a href={site.publicUrl + pathOfGroup({ id, slug: settings.slug })}>
                  {filled(messages.upcoming_of, { name: sponsor.title })}
                </a>
              </small>
            )}
            {campaign !== undefined && (
              <small>
                <a href={site.publicUrl + pathOfCampaign({ id: campaign })}>{texts.of_campaign}</a>
              </small>
            )}
          </span>
        </li>
      </ul>
      {browser_url && (
        <p>
          <a href={browser_url} rel="noopener noreferrer nofollow">
            {messages.more}
          </a>
        </p>
      )}
    </section>
  )
}

/** The link in the header that leads to the calendars. */
export const CalendarAction = ({ locale: { texts } }: { locale: Locale }) => (
  <a class="btn ghost" href="#keep">
    <Icon name="calendar-plus" />
    <span>{texts.calendar}</span>
  </a>
)
