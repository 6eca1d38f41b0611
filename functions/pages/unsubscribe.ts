import { findReader, unsubscribeByLink } from '../../lib/domain/unsubscribe.js'
import { page } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/pages/refused-rsvp.js'
import { unsubscribePage } from '../../lib/pages/unsubscribe-page.js'
import { attendanceDependencies, unsubscribeDependencies } from '../../lib/service.js'

/** The button of that page, and the one click of a mail program (RFC 8058). */
export const endpoint = page(
  { attendanceDependencies, unsubscribeDependencies },
  refusedRsvp,
  async ({ attendanceDependencies, unsubscribeDependencies, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    await unsubscribeByLink(token, { ...attendanceDependencies, ...unsubscribeDependencies })
    // Mail programs follow no redirection here (RFC 8058, 3.1).
    return unsubscribePage(site, token, await findReader(token, unsubscribeDependencies))
  },
)
