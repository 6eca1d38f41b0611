import { taggingResource } from '../../lib/hal/v2/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/validated.js'
import { endpoint, tags } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const tag = await tags.find(owner, id())
  const tagging = await tags.findTagging(tag.id, id('tagging_id'))
  return validated(taggingResource(tagging), tagging)
})
