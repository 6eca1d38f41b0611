import { tagResource } from '../../lib/hal/v2/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/validated.js'
import { endpoint, tags } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const tag = await tags.find(owner, id())
  return validated(tagResource(tag), tag)
})
