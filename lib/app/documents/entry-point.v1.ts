import type { Site } from '../../runtime/site.js'
import { entryPointLinks } from './entry-point.js'
import type { Resource } from '../../hal/document.js'
import { v1 } from '../../hal/v1/version.js'

/** Relations that came with version 2. */
export const MISSING = [
  ':metadata',
  ':attendances',
  'osdi:person_signup_helper',
  'osdi:lists',
  'osdi:tags',
  ':targeting',
  ':webhooks',
]

/** Serializes the entry point of version 1: a welcome and links. */
export const entryPoint = (site: Site): Resource => ({
  motd: 'Welcome to Turnout. Version 1 is deprecated: new programs use version 2.',
  _links: entryPointLinks(site, v1, MISSING),
})
