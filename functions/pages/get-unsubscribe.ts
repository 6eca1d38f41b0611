import { findReader } from '../../lib/domain/mail/unsubscribe.js'
import { pageEndpoint } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/pages/attendances/refused-rsvp.js'
import { unsubscribePage } from '../../lib/pages/mail/unsubscribe-page.js'
import { owners } from '../../lib/service/access.js'
import { unsubscribeDependencies } from '../../lib/service/link-tokens.js'

/** Shows the state of a subscription at the link in a message. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { owners, unsubscribeDependencies },
  () => refusedRsvp(),
  async ({ unsubscribeDependencies, owners, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    const person = await findReader(token, unsubscribeDependencies)
    return unsubscribePage(site, token, person, await owners.introductionOf(person.owner), request)
  },
)
