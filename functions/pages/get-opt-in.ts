import { findOptIn } from '../../lib/consent/opt-in.js'
import { optInPage } from '../../lib/consent/opt-in-page.pages.js'
import { pageEndpoint, app } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { introductionOf } from '../../lib/app/access.js'

/** Shows the box that a link confirms. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { app, introductionOf },
  () => refusedRsvp(),
  async ({ app, introductionOf, site }, request) => {
    const token = publicRequest(request).parameter('box')
    const found = await findOptIn(app, token)
    return optInPage(site, token, found, await introductionOf(found.asked.owner), request)
  },
)
