import { recordTag } from '../../lib/tags/record-tag.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewTag, tagResource } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { tagDependencies } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(v2, { tagDependencies }, async ({ tagDependencies, site }, { owner, body }) => {
  const { draft, ignored } = readNewTag(site, body)
  const tag = await recordTag(owner, draft, tagDependencies)
  return validated(tagResource(site, tag), tag, ignored)
})
