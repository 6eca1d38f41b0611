import { findReader } from '../../lib/mail/unsubscribe.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { unsubscribePage } from '../../lib/mail/unsubscribe-page.pages.js'
import { introductionOf } from '../../lib/app/access.js'

/** Shows the state of a subscription at the link in a message. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { introductionOf, table },
  () => refusedRsvp(),
  async ({ introductionOf, table, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    const person = await findReader(table, token)
    return unsubscribePage(site, token, person, await introductionOf(person.owner), request)
  },
)
