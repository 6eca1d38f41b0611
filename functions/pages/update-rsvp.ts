import { changeByLink } from '../../lib/domain/attendances/self-service.js'
import { pageEndpoint } from '../../lib/endpoint.js'
import { selfServiceLink } from '../../lib/hal/attendances/self-service.js'
import { seeOther } from '../../lib/http/answer.js'
import { readFormBody } from '../../lib/http/body/form-body.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/pages/attendances/refused-rsvp.js'
import { attendanceDependencies } from '../../lib/service/attendances.js'
import { linkDependencies } from '../../lib/service/link-tokens.js'

/** The buttons of that page. */
export const endpoint = pageEndpoint(
  { attendanceDependencies, linkDependencies },
  refusedRsvp,
  async ({ attendanceDependencies, linkDependencies, site }, request) => {
    const token = publicRequest(request).parameter('token')
    const asked = request.body ? readFormBody(request) : {}
    await changeByLink(token, asked, { ...attendanceDependencies, ...linkDependencies })
    return seeOther(selfServiceLink(site, token).href)
  },
)
