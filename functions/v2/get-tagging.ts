import { keyEndpoint } from '../../lib/app/endpoint.js'
import { taggingResource } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { findTag, findTagging } from '../../lib/tags/store/tag-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id }) => {
  const [tag, tagging] = [id(), id('tagging_id')]
  const [, found] = await Promise.all([findTag(table, owner, tag), findTagging(table, tag, tagging)])
  return validated(taggingResource(site, found), found)
})
