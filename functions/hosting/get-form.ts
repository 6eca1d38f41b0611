import { openEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { hostFormPage } from '../../lib/hosting/pages/host-form-page.pages.js'
import { missingAddress } from '../../lib/pages/missing.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import { hostSubject } from './subject.js'

/** The form by which supporters host events of a campaign, where its team lets them. */
export const endpoint = openEndpoint(undefined, { publicCatalog }, async ({ publicCatalog, site }, request) => {
  const subject = await hostSubject(publicCatalog, publicRequest(request).parameter('id'), site, request)
  return subject ? hostFormPage(site, subject) : missingAddress(site, request)
})
