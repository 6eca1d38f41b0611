import Negotiator from 'negotiator'
import type { Site } from '../runtime/site.js'
import type { Answer } from '../http/answer.js'
import type { GatewayRequest } from '../http/request.js'
import { missingAddress } from './missing.js'

/**
 * Returns the page for people at an address where there is nothing.
 * @returns undefined for programs, whose `Accept` does not prefer HTML
 */
export const missingPage = (site: Site, request: GatewayRequest): Answer | undefined =>
  new Negotiator(request).mediaType(['application/hal+json', 'application/json', HTML]) === HTML
    ? missingAddress(site, request)
    : undefined

const HTML = 'text/html'
