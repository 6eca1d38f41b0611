import { findByLink } from '../../lib/domain/attendances/self-service.js'
import { pageEndpoint } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { rsvpPage } from '../../lib/pages/attendances/rsvp-page.js'
import { refusedRsvp } from '../../lib/pages/attendances/refused-rsvp.js'
import { linkDependencies } from '../../lib/service/link-tokens.js'

/** Shows an RSVP at the link of its attendance. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { linkDependencies },
  refusedRsvp,
  async ({ linkDependencies, site }, request) => {
    const token = publicRequest(request).parameter('token')
    return rsvpPage(site, token, await findByLink(token, linkDependencies))
  },
)
