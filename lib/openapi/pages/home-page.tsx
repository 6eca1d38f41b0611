import type { Answer } from '../../http/answer.js'
import type { GatewayRequest } from '../../http/request.js'
import type { Service } from '../../runtime/service.js'
import type { Site } from '../../runtime/site.js'
import { at } from './page.js'

/** A page of a room in place of this one. */
export interface FrontDoor {
  page?: (service: Service, site: Site, request: GatewayRequest) => Promise<Answer>
}

/** The page at `/` of a service that has no pages for guests. */
export const HomePage = ({ site }: { site: Site }) => (
  <>
    <h1>Events and RSVPs</h1>
    <p class="lead">Programs record events here, and the people who come to them.</p>
    <p>
      Start with the <a href={at(site, '/docs#first-steps')}>first steps</a> of the{' '}
      <a href={at(site, '/docs')}>documentation</a>, or try requests in the <a href={at(site, '/explorer')}>explorer</a>
      .
    </p>
  </>
)
