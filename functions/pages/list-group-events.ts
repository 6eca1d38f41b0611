import { showFinder } from '../near/show-finder.js'
import { groupSubject } from '../near/subject.js'

export const endpoint = showFinder(groupSubject, (catalog, slug) => catalog.groupAt(slug))
