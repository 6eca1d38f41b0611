import { keyEndpoint } from '../../lib/app/endpoint.js'
import { taggingResource } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { tags } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags, site }, { owner, id }) => {
  const [tag, tagging] = [id(), id('tagging_id')]
  const [, found] = await Promise.all([tags.find(owner, tag), tags.findTagging(tag, tagging)])
  return validated(taggingResource(site, found), found)
})
