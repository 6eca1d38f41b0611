import { findByLink } from '../../lib/domain/attendances/self-service.js'
import { pageEndpoint } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { rsvpPage } from '../../lib/pages/attendances/rsvp-page.js'
import { refusedRsvp } from '../../lib/pages/attendances/refused-rsvp.js'
import { linkDependencies, withPosition } from '../../lib/service/link-tokens.js'

/** Shows an RSVP at the link of its attendance. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { linkDependencies, withPosition },
  refusedRsvp,
  async ({ linkDependencies, withPosition, site }, request) => {
    const token = publicRequest(request).parameter('token')
    const rsvp = await findByLink(token, linkDependencies)
    const attendance = await withPosition(rsvp.attendance)
    return rsvpPage(site, token, { ...rsvp, attendance }, request, new Date())
  },
)
