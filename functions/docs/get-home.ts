import { shownPage } from '../../lib/openapi/pages/answer.js'
import { HomePage } from '../../lib/openapi/pages/home-page.js'
import { frontDoor } from '../../lib/app/documents/front-door.js'
import { at } from '../../lib/openapi/pages/page.js'
import type { Site } from '../../lib/runtime/site.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'

/** Links for programs (RFC 8631). */
const links = (site: Site) =>
  [
    `<${at(site, `${v2.path}/openapi.json`)}>; rel="service-desc"; type="application/json"`,
    `<${at(site, '/docs')}>; rel="service-doc"; type="text/html"`,
  ].join(', ')

export const endpoint = openEndpoint(undefined, {}, ({ site }) => {
  const answer = shownPage(site, { title: 'Turnout: events and RSVPs', main: HomePage({ site, ...frontDoor }) })
  return { ...answer, headers: { ...answer.headers, link: links(site) } }
})
