import { findReader, unsubscribeByLink } from '../../lib/mail/unsubscribe.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { unsubscribePage } from '../../lib/mail/unsubscribe-page.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { recording } from '../../lib/app/people.js'

/** The button of that page, and the one click of a mail program (RFC 8058). */
export const endpoint = pageEndpoint(
  { introductionOf, recording },
  () => refusedRsvp(),
  async ({ introductionOf, recording, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    await unsubscribeByLink(recording, token)
    // Mail programs follow no redirection here (RFC 8058, 3.1).
    const person = await findReader(recording.table, token)
    return unsubscribePage(site, token, person, await introductionOf(person.owner), request)
  },
)
