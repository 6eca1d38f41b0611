import { createHash } from 'node:crypto'
import type { OsdiEvent } from '../domain/event.js'
import { inOneLine } from '../domain/location.js'
import { sanitizeHtml } from '../sanitize/sanitize-html.js'
import type { Site } from '../domain/site.js'
import { publicPage } from '../hal/browser-url.js'
import { embedLink } from '../hal/embed.js'
import { htmlAnswer, missingAnswer } from '../html/answer.js'
import { Markup, markup } from '../html/markup.js'
import { wholePage } from '../html/whole-page.js'
import type { Answer } from '../http/answer.js'
import { plainText } from '../sanitize/plain-text.js'
import style from './event-page.css' with { type: 'text' }

/** The public fields of an event: without attendees, and without instructions, which are for attendees only. */
type Shown = Omit<OsdiEvent, 'total_accepted' | 'instructions'>

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
  const main = markup`<article class="turnout turnout-event">
${banner(event)}
<h1>${event.title}</h1>
${isCancelled && markup`<p class="turnout-notice" role="status">This event is cancelled.</p>`}
${time(event)}
${locationOf(event)}
${description(event)}
${event.capacity !== undefined && markup`<p>Places: ${event.capacity}</p>`}
${more(event)}
${host(event)}
</article>
${browser_rsvps && !isCancelled && form(site, event.id)}`
  return htmlAnswer(page(site, event.title, main, preview(site, event)), policy(site), SECONDS)
}

/** What stands where no event has a page, or not any more. */
export const missingPage = (site: Site): Answer => {
  const main = markup`<article class="turnout"><h1>There is no such event</h1>
<p>The address may be mistyped, or its organisers have hidden the event.</p></article>`
  return missingAnswer(page(site, 'There is no such event', main), policy(site))
}

const page = (site: Site, title: string, main: Markup, head?: Markup) =>
  wholePage(
    title,
    markup`<link rel="stylesheet" href="${embedLink(site, 'styles.css').href}">
<style>${new Markup(style)}</style>
${head}`,
    markup`<main>
${main}
</main>`,
  )

/** What others show who show a link to the page: https://ogp.me. */
function preview(site: Site, { id, title, description = '', featured_image_url }: Shown): Markup {
  const text = plainText(description).replace(/\s+/g, ' ').slice(0, MOST_PREVIEWED)
  const { href } = publicPage(site, id)
  return markup`<link rel="canonical" href="${href}">
<meta property="og:type" content="website">
<meta property="og:url" content="${href}">
<meta property="og:title" content="${title}">
${text && markup`<meta property="og:description" content="${text}">`}
${featured_image_url && markup`<meta property="og:image" content="${featured_image_url}">`}`
}

const banner = ({ featured_image_url: address }: Shown) =>
  address && markup`<img class="banner" src="${address}" alt="">`

const time = ({ start_date: start, end_date: end }: Shown) =>
  start && markup`<p class="turnout-time"><time datetime="${start}">${period(start, end)}</time></p>`

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

/** Formats the location, with the country unless it is the default. */
function locationOf({ location }: Shown) {
  const country =
    location.country !== 'US' && new Intl.DisplayNames('en', { type: 'region' }).of(location.country)
  const text = [inOneLine(location), country].filter(Boolean).join(', ')
  return text && markup`<p class="turnout-place">${text}</p>`
}

const description = ({ description: html }: Shown) =>
  html && markup`<div class="turnout-description">${new Markup(sanitizeHtml(html))}</div>`

/** The page that the owner names, if there is another than this. */
const more = ({ browser_url: address }: Shown) =>
  address && markup`<p><a href="${address}" rel="noopener noreferrer nofollow">More about this event</a></p>`

const host = ({ sponsor }: Shown) =>
  sponsor &&
  markup`<p class="turnout-notice">Hosted by ${
    sponsor.browser_url
      ? markup`<a href="${sponsor.browser_url}" rel="noopener noreferrer nofollow">${sponsor.title}</a>`
      : sponsor.title
  }</p>`

const form = (site: Site, id: string) => markup`<div class="turnout">
<h2 class="turnout-title">Will you come?</h2>
<div data-turnout-embed="${embedLink(site, 'events', id).href}" data-turnout-view="form"></div>
<noscript>The form is a script, which this browser does not run.</noscript>
</div>
<script src="${embedLink(site, 'widget.js').href}" async></script>`

/** What the page may load and ask: its styles, the form, and a banner, which may be anywhere. */
const policy = (site: Site) =>
  [
    "default-src 'none'",
    `script-src ${embedLink(site, 'widget.js').href}`,
    `style-src ${embedLink(site, 'styles.css').href} 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src https: http: data:',
    `connect-src ${embedLink(site, 'events', '').href} ${site.publicUrl}/events/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
