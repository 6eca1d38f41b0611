import Negotiator from 'negotiator'
import type { GatewayRequest } from './request.js'

const HTML = 'text/html'

/** Whether the `Accept` of a request prefers a page to JSON, as that of a browser does. */
export const wantsPage = ({ headers }: Pick<GatewayRequest, 'headers'>): boolean =>
  new Negotiator({ headers }).mediaType(['application/hal+json', 'application/json', HTML]) === HTML
