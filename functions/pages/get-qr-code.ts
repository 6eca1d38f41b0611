import { notFound } from '../../lib/domain/errors.js'
import { openEndpoint } from '../../lib/endpoint.js'
import { publicPage } from '../../lib/hal/events/browser-url.js'
import { publicRequest } from '../../lib/http/request.js'
import { qrCodeAnswer } from '../../lib/pages/events/qr-code.js'
import { publicCatalog } from '../../lib/service/public.js'

export const endpoint = openEndpoint(
  undefined,
  { publicCatalog },
  async ({ publicCatalog, site }, request) => {
    const found = await publicCatalog.findWithPage(publicRequest(request).parameter('id'))
    if (!found) throw notFound()
    return qrCodeAnswer(publicPage(site, found.event).href)
  },
)
