import { keyEndpoint } from '../../lib/endpoint.js'
import { taggingResource } from '../../lib/hal/v2/tags/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { tags } from '../../lib/service/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags, site }, { owner, id }) => {
  const [tag, tagging] = [id(), id('tagging_id')]
  const [, found] = await Promise.all([tags.find(owner, tag), tags.findTagging(tag, tagging)])
  return validated(taggingResource(site, found), found)
})
