import { shownPage } from '../../lib/docs/answer.js'
import { homePage } from '../../lib/docs/home-page.js'
import { at } from '../../lib/docs/page.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

/** Where programs find the same: RFC 8631. */
const links = () =>
  [
    `<${at(`${v2.path}/openapi.json`)}>; rel="service-desc"; type="application/json"`,
    `<${at('/docs')}>; rel="service-doc"; type="text/html"`,
  ].join(', ')

export const handler = openEndpoint(undefined, () => {
  const answer = shownPage({ title: 'Turnout: events and RSVPs over HTTPS', main: homePage() })
  return { ...answer, headers: { ...answer.headers, link: links() } }
})
