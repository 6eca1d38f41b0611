import type { Site } from '../domain/site.js'
import { missingAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import type { GatewayRequest } from '../http/request.js'
import { type Messages, spokenBy } from '../messages/messages.js'
import { localeOf } from './locale.js'
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
  { headers }: Heard,
  texts: (messages: Messages) => [title: string, explanation: string],
  ancestors: Ancestors = "'none'",
): Answer {
  const locale = localeOf(spokenBy(headers['accept-language']))
  const [title, explanation] = texts(locale.messages)
  const main = (
    <article class="turnout">
      <h1>{title}</h1>
      <p>{explanation}</p>
    </article>
  )
  return missingAnswer(publicPage({ title, locale, children: main }), publicPolicy(site, ancestors))
}
