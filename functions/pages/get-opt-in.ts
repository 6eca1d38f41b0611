import { findOptIn } from '../../lib/consent/opt-in.js'
import { optInPage } from '../../lib/consent/opt-in-page.pages.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { optInDependencies } from '../../lib/app/consent.js'

/** Shows the box that a link confirms. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { introductionOf, optInDependencies },
  () => refusedRsvp(),
  async ({ introductionOf, optInDependencies, site }, request) => {
    const token = publicRequest(request).parameter('box')
    const found = await findOptIn(token, optInDependencies)
    return optInPage(site, token, found, await introductionOf(found.asked.owner), request)
  },
)
