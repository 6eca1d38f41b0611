import { confirmOptIn, findOptIn } from '../../lib/consent/opt-in.js'
import { optInPage } from '../../lib/consent/opt-in-page.pages.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { attendanceDependencies } from '../../lib/app/attendances.js'
import { optInDependencies } from '../../lib/app/consent.js'

/** The button of that page. */
export const endpoint = pageEndpoint(
  { attendanceDependencies, introductionOf, optInDependencies },
  () => refusedRsvp(),
  async ({ attendanceDependencies, introductionOf, optInDependencies, site }, request) => {
    const token = publicRequest(request).parameter('box')
    await confirmOptIn(token, { ...attendanceDependencies, ...optInDependencies })
    const found = await findOptIn(token, optInDependencies)
    return optInPage(site, token, found, await introductionOf(found.asked.owner), request)
  },
)
