import { MAX_PER_PAGE } from '../../fields/page.js'
import type { Site } from '../../runtime/site.js'
import { entryPointLinks } from './entry-point.js'
import type { Resource } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

/** Serializes the entry point: links to every collection (OSDI 1.2, "API Entry Point"). */
export const entryPoint = (site: Site): Resource => ({
  motd: 'Welcome to Turnout: events and RSVPs in the OSDI dialect.',
  max_page_size: MAX_PER_PAGE,
  vendor_name: 'Turnout',
  product_name: 'Turnout',
  osdi_version: '1.1.1',
  namespace: site.nativePrefix,
  _links: entryPointLinks(site, v2, []),
})
