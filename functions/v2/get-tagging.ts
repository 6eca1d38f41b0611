import { taggingResource } from '../../lib/hal/v2/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/validated.js'
import { endpoint, tags } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const [tag, tagging] = [id(), id('tagging_id')]
  const [, found] = await Promise.all([tags.find(owner, tag), tags.findTagging(tag, tagging)])
  return validated(taggingResource(found), found)
})
