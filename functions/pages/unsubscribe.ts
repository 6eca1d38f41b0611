import { findReader, unsubscribeByLink } from '../../lib/mail/unsubscribe.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { unsubscribePage } from '../../lib/mail/unsubscribe-page.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { attendanceDependencies } from '../../lib/app/attendances.js'
import { unsubscribeDependencies } from '../../lib/app/mail.js'

/** The button of that page, and the one click of a mail program (RFC 8058). */
export const endpoint = pageEndpoint(
  { attendanceDependencies, introductionOf, unsubscribeDependencies },
  () => refusedRsvp(),
  async ({ attendanceDependencies, unsubscribeDependencies, introductionOf, site }, request) => {
    const token = publicRequest(request).parameter('reader')
    await unsubscribeByLink(token, { ...attendanceDependencies, ...unsubscribeDependencies })
    // Mail programs follow no redirection here (RFC 8058, 3.1).
    const person = await findReader(token, unsubscribeDependencies)
    return unsubscribePage(site, token, person, await introductionOf(person.owner), request)
  },
)
