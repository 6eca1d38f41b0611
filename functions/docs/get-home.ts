import { shownPage } from '../../lib/openapi/pages/answer.js'
import { HomePage } from '../../lib/openapi/pages/home-page.js'
import { frontDoor } from '../../lib/app/documents/front-door.js'
import { at } from '../../lib/openapi/pages/page.js'
import type { GatewayRequest } from '../../lib/http/request.js'
import type { Service } from '../../lib/runtime/service.js'
import type { Site } from '../../lib/runtime/site.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'

/** Links for programs (RFC 8631). */
const links = (site: Site) =>
  [
    `<${at(site, `${v2.path}/openapi.json`)}>; rel="service-desc"; type="application/json"`,
    `<${at(site, '/docs')}>; rel="service-doc"; type="text/html"`,
  ].join(', ')

const pageOf = (service: Service) => (site: Site, request: GatewayRequest) => frontDoor.page?.(service, site, request)

export const endpoint = openEndpoint(undefined, { pageOf }, async ({ pageOf, site }, request) => {
  const home = () => shownPage(site, { title: 'Turnout: events and RSVPs', main: HomePage({ site }) })
  const answer = (await pageOf(site, request)) ?? home()
  return { ...answer, headers: { ...answer.headers, link: links(site) } }
})
