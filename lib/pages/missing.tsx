import type { Site } from '../runtime/site.js'
import { missingAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import type { GatewayRequest } from '../http/request.js'
import type { Messages } from '../texts/messages.js'
import { readersLocale } from './locale.js'
import { type Ancestors, publicPage, publicPolicy } from './page.js'

/** Returns the page in place of an event that has none, or not any more. */
export const missingEvent = (site: Site, request: Heard, ancestors?: Ancestors): Answer =>
  missing(site, request, ({ no_event, no_event_why }) => [no_event, no_event_why], ancestors)

/** Returns the page at an address where there is nothing. */
export const missingAddress = (site: Site, request: Heard): Answer =>
  missing(site, request, ({ nothing, nothing_why }) => [nothing, nothing_why])

/** The request of a reader, who says by a header what languages they read. */
type Heard = Pick<GatewayRequest, 'headers'>

/** Nothing here has a language but the reader. */
function missing(
  site: Site,
  request: Heard,
  texts: (messages: Messages) => [title: string, explanation: string],
  ancestors: Ancestors = "'none'",
): Answer {
  const locale = readersLocale(request)
  const [title, explanation] = texts(locale.messages)
  const main = (
    <article class="sheet stack">
      <h1>{title}</h1>
      <p class="lead">{explanation}</p>
      <p>
        <a href={`${site.publicUrl}/`} target="_top">
          {locale.messages.to_front}
        </a>
      </p>
    </article>
  )
  return missingAnswer(publicPage({ title, locale, around: {}, children: main }), publicPolicy(site, ancestors))
}
