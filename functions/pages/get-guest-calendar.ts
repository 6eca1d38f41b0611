import { findByLink } from '../../lib/attendances/self-service.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { guestCalendar } from '../../lib/mail/store/guest-calendar.js'
import { senderAddress } from '../../lib/mail/sender.js'

/** The event of an RSVP as a calendar file for its guest, at the link of the attendance. */
export const endpoint = pageEndpoint(
  { table },
  () => refusedRsvp(),
  async ({ table, site }, request) => {
    const rsvp = await findByLink(table, publicRequest(request).parameter('token'))
    return guestCalendar({ table, site }, rsvp, senderAddress())
  },
)
