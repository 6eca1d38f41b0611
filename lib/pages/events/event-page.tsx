import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { MOST_LETTERS } from '../../domain/attendances/rsvp-statistics.js'
import { type EventState, stateOf, takesAnswers } from '../../domain/events/event-state.js'
import { groupIdOf } from '../../domain/access/principal.js'
import type { Site } from '../../domain/site.js'
import { seriesLink } from '../../hal/series/series.js'
import { embedLink } from '../../hal/events/embed.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import type { GatewayRequest } from '../../http/request.js'
import { counted, filled } from '../../messages/messages.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import { placeOf } from './event-place.js'
import { Time } from './event-time.js'
import { Filled, type Locale, localeOf } from '../locale.js'
import { type Ancestors, publicPage, publicPolicy } from '../page.js'
import { Preview } from './preview.js'
import type { PageContent } from '../page-content.js'
import { RsvpForm } from '../attendances/rsvp-form.js'

/** A page is cacheable for a minute, like an embed. */
const SECONDS = 60

/** The page of an event for anybody. What it says needs no script; its form is that of the embed. */
export function eventPage(site: Site, content: PageContent, source: string, now: Date): Answer {
  const locale = localeOf(content.event.language)
  return answer(
    site,
    content,
    source,
    now,
    locale,
    <Preview site={site} content={content} locale={locale} />,
    "'none'",
  )
}

/** The same in a frame of any page. Its links open outside the frame, and it is in no search. */
export function eventFrame(site: Site, content: PageContent, source: string, now: Date): Answer {
  const head = (
    <>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
    </>
  )
  return answer(site, content, source, now, localeOf(content.event.language), head, '*')
}

/** The source that a link to a page names, for the form: no more of it than statistics tell apart. */
export const sourceOf = ({ rawQueryString }: Pick<GatewayRequest, 'rawQueryString'>): string =>
  (new URLSearchParams(rawQueryString).get('source') ?? '').slice(0, MOST_LETTERS)

/** The document of a page of an event as it would be. It is shown in a frame where no script runs. */
export const eventPreview = (site: Site, content: PageContent, now: Date): string => {
  const locale = localeOf(content.event.language)
  return publicPage({
    title: content.event.title,
    locale,
    children: <EventMain site={site} content={content} locale={locale} now={now} />,
  })
}

function answer(
  site: Site,
  content: PageContent,
  source: string,
  now: Date,
  locale: Locale,
  head: Child,
  ancestors: Ancestors,
): Answer {
  const page = publicPage({
    title: content.event.title,
    locale,
    head: (
      <>
        {head}
        <script src={embedLink(site, 'widget.js').href} async></script>
      </>
    ),
    children: <EventMain site={site} content={content} source={source} locale={locale} now={now} />,
  })
  return htmlAnswer(page, publicPolicy(site, ancestors), SECONDS)
}

function EventMain({
  site,
  content,
  source,
  locale,
  now,
}: {
  site: Site
  content: PageContent
  source?: string | undefined
  locale: Locale
  now: Date
}) {
  const { event, browser_rsvps, places_left } = content
  const state = stateOf(event, places_left, now)
  return (
    <>
      <article class="turnout turnout-event">
        {event.featured_image_url && <img class="banner" src={event.featured_image_url} alt="" />}
        <h1>{event.title}</h1>
        <State state={browser_rsvps || state !== 'waitlist' ? state : 'full'} locale={locale} />
        <Time event={event} locale={locale} />
        <Place text={placeOf(event, locale)} />
        {event.description && <div class="turnout-description">{raw(sanitizeHtml(event.description))}</div>}
        {state === 'to_come' && places_left !== undefined && (
          <p {...locale.other}>
            {counted(locale.other?.lang ?? locale.lang, locale.messages.places_left, places_left)}
          </p>
        )}
        <Dates site={site} event={event} locale={locale} />
        <More event={event} locale={locale} />
        <Host site={site} event={event} locale={locale} />
      </article>
      {browser_rsvps && takesAnswers(state) && (
        <Form site={site} content={content} source={source} locale={locale} />
      )}
    </>
  )
}

const State = ({ state, locale }: Pick<Part, 'locale'> & { state: EventState }) =>
  state === 'to_come' ? null : (
    <p class="turnout-state" {...locale.other}>
      {locale.messages[state]}
    </p>
  )

const Place = ({ text }: { text: string }) => (text ? <p class="turnout-place">{text}</p> : null)

interface Part {
  event: PageContent['event']
  locale: Locale
}

/** The page of all dates of its series. */
const Dates = ({ site, event: { series }, locale }: Part & { site: Site }) =>
  series ? (
    <p {...locale.other}>
      <a href={seriesLink(site, series.id).href}>{locale.messages.all_dates}</a>
    </p>
  ) : null

/** The page that the owner names, if there is another than this. */
const More = ({ event: { browser_url }, locale }: Part) =>
  browser_url ? (
    <p {...locale.other}>
      <a href={browser_url} rel="noopener noreferrer nofollow">
        {locale.messages.more}
      </a>
    </p>
  ) : null

/** The group, by its page elsewhere if it has one, and what else it has to come. */
function Host({ site, event: { owner, sponsor }, locale }: Part & { site: Site }) {
  if (!sponsor) return null
  const id = groupIdOf(owner)
  const group = sponsor.browser_url ? (
    <a href={sponsor.browser_url} rel="noopener noreferrer nofollow">
      {sponsor.title}
    </a>
  ) : (
    sponsor.title
  )
  return (
    <>
      <p class="turnout-notice" {...locale.other}>
        <Filled text={locale.messages.hosted_by} values={{ group }} />
      </p>
      {id !== undefined && (
        <p class="turnout-notice" {...locale.other}>
          <a href={`${site.publicUrl}/groups/${id}`}>
            {filled(locale.messages.upcoming_of, { name: sponsor.title })}
          </a>
        </p>
      )}
    </>
  )
}

interface FormProps {
  site: Site
  content: PageContent
  source: string | undefined
  locale: Locale
}

function Form({ site, content, source = '', locale }: FormProps) {
  const form = (
    <RsvpForm site={site} content={content} locale={locale} entries={{ inputs: { source }, wrong: [] }} />
  )
  return (
    <div class="turnout" {...locale.other}>
      <h2 class="turnout-title">{locale.messages.will_you_come}</h2>
      {content.event.questions?.length ? (
        form
      ) : (
        <>
          <div
            data-turnout-embed={embedLink(site, 'events', content.event.id).href}
            data-turnout-view="form"
          ></div>
          <noscript>{form}</noscript>
        </>
      )}
    </div>
  )
}
