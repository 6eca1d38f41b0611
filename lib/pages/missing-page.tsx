import Negotiator from 'negotiator'
import type { Site } from '../domain/site.js'
import { missingAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import type { GatewayRequest } from '../http/request.js'
import { publicPage, publicPolicy } from './page.js'

/** What stands where no event has a page, or not any more. */
export const missingEvent = (site: Site): Answer =>
  missing(
    site,
    'There is no such event',
    'The address may be mistyped, or its organisers have hidden the event.',
  )

/**
 * What people see at an address where there is nothing.
 * @returns undefined for programs, whose `Accept` does not prefer HTML
 */
export const missingPage = (site: Site, { headers }: GatewayRequest): Answer | undefined =>
  new Negotiator({ headers }).mediaType(['application/hal+json', 'application/json', HTML]) === HTML
    ? missing(site, 'There is nothing at this address', 'It may be mistyped, or what was here has gone.')
    : undefined

const HTML = 'text/html'

function missing(site: Site, title: string, explanation: string): Answer {
  const main = (
    <article class="turnout">
      <h1>{title}</h1>
      <p>{explanation}</p>
    </article>
  )
  return missingAnswer(publicPage(title, main), publicPolicy(site))
}
