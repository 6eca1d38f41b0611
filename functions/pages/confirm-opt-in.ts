import { confirmOptIn, findOptIn } from '../../lib/consent/opt-in.js'
import { optInPage } from '../../lib/consent/opt-in-page.pages.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { recording } from '../../lib/app/people.js'

/** The button of that page. */
export const endpoint = pageEndpoint(
  { introductionOf, recording },
  () => refusedRsvp(),
  async ({ introductionOf, recording, site }, request) => {
    const token = publicRequest(request).parameter('box')
    await confirmOptIn(recording, token)
    const found = await findOptIn(recording, token)
    return optInPage(site, token, found, await introductionOf(found.asked.owner), request)
  },
)
