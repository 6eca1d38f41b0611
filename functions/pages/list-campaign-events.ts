import { showFinder } from '../near/show-finder.js'
import { campaignSubject } from '../near/subject.js'

export const endpoint = showFinder(campaignSubject, (catalog, slug) => catalog.campaignAt(slug))
