import type { Answer } from '../http/answer.js'
import { findEndpoint } from '../http/endpoints/routing.js'
import type { GatewayRequest } from '../http/request.js'
import { type Service, partOf } from '../runtime/service.js'
import type { Site } from '../runtime/site.js'
import { eventForScripts } from './visitor-endpoints.js'

/** The answers of rooms where no endpoint has the route. */
interface Unrouted {
  /** Returns the headers that let a page of any site send a request to a path, which may be none. */
  preflight?: (service: Service, path: string) => Promise<Record<string, string>>
  /** Returns the page of an unknown address for a person; undefined for a program. */
  missingPage?: (site: Site, request: GatewayRequest) => Promise<Answer | undefined>
}

/** The preflight request for a form, if the owner allows RSVPs from browsers. */
async function preflightOfForm(service: Service, path: string): Promise<Record<string, string>> {
  const match = findEndpoint('POST', path)
  const isForm = match?.endpoint.name === 'v2/create-attendance'
  if (!isForm || !(await partOf(service, eventForScripts)(match.parameters['id']))) return {}
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  }
}

export const unrouted: Unrouted = {
  preflight: preflightOfForm,
  // The page is loaded when it is needed.
  missingPage: async (site, request) => (await import('../pages/missing-page.js')).missingPage(site, request),
}
