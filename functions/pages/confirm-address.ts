import { confirmAddressPage } from '../../lib/mail/confirm-address-page.pages.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { readFormBody } from '../../lib/http/body/form-body.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { introductionOf } from '../../lib/app/access.js'
import { addressesAsked } from '../../lib/app/mail.js'

/** The buttons of that page. */
export const endpoint = pageEndpoint(
  { introductionOf, addressesAsked },
  () => refusedRsvp(),
  async ({ introductionOf, addressesAsked, site }, request) => {
    const token = publicRequest(request).parameter('address')
    const { stop } = request.body ? readFormBody(request) : {}
    await (stop ? addressesAsked.stop(token) : addressesAsked.confirm(token))
    const found = await addressesAsked.find(token)
    return confirmAddressPage(site, token, found, await introductionOf(found.asked.owner), request)
  },
)
