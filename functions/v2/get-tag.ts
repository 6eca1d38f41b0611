import { tagResource } from '../../lib/hal/v2/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { unlessKnown } from '../../lib/http/conditions.js'
import { endpoint, tags } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, conditions }) => {
  const tag = await tags.find(owner, id())
  return unlessKnown(tagResource(tag), tag, conditions)
})
