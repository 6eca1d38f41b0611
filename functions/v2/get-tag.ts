import { keyEndpoint } from '../../lib/endpoint.js'
import { tagResource } from '../../lib/hal/v2/tags/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { tags } from '../../lib/service/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags, site }, { owner, id }) => {
  const tag = await tags.find(owner, id())
  return validated(tagResource(site, tag), tag)
})
