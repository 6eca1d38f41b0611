import { keyEndpoint } from '../../lib/app/endpoint.js'
import { tagResource } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { tags } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags, site }, { owner, id }) => {
  const tag = await tags.find(owner, id())
  return validated(tagResource(site, tag), tag)
})
