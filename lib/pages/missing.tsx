import type { Site } from '../domain/site.js'
import { missingAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { en } from '../messages/en.js'
import { type Ancestors, publicPage, publicPolicy } from './page.js'

/** What stands where no event has a page, or not any more. */
export const missingEvent = (site: Site, ancestors?: Ancestors): Answer =>
  missing(site, en.no_event, en.no_event_why, ancestors)

/** What stands at an address where there is nothing. */
export const missingAddress = (site: Site): Answer => missing(site, en.nothing, en.nothing_why)

function missing(site: Site, title: string, explanation: string, ancestors: Ancestors = "'none'"): Answer {
  const main = (
    <article class="turnout">
      <h1>{title}</h1>
      <p>{explanation}</p>
    </article>
  )
  return missingAnswer(publicPage({ title, children: main }), publicPolicy(site, ancestors))
}
