import { findReader } from '../../lib/domain/unsubscribe.js'
import { page } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/pages/refused-rsvp.js'
import { unsubscribePage } from '../../lib/pages/unsubscribe-page.js'
import { unsubscribeDependencies } from '../../lib/service.js'

/** What a person sees by the link in a message. It changes nothing: scanners of mail follow links. */
export const endpoint = page(
  { unsubscribeDependencies },
  refusedRsvp,
  async ({ unsubscribeDependencies, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    return unsubscribePage(site, token, await findReader(token, unsubscribeDependencies))
  },
)
