import { notFound } from '../../lib/runtime/errors.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { publicPage } from '../../lib/events/documents/browser-url.js'
import { publicRequest } from '../../lib/http/request.js'
import { qrCodeAnswer } from '../../lib/html/qr-code.js'
import { searched } from '../../lib/events/documents/searched.js'
import { publicCatalog } from '../../lib/app/catalog.js'

export const endpoint = openEndpoint(undefined, { publicCatalog }, async ({ publicCatalog, site }, request) => {
  const found = await publicCatalog.findWithPage(publicRequest(request).parameter('id'))
  if (!found) throw notFound()
  return searched(found.event, qrCodeAnswer(publicPage(site, found.event).href))
})
