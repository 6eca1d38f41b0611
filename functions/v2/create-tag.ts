import { recordTag } from '../../lib/domain/tags/record-tag.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { readNewTag, tagResource } from '../../lib/hal/v2/tags/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { tagDependencies } from '../../lib/service/tags.js'

export const endpoint = keyEndpoint(
  v2,
  { tagDependencies },
  async ({ tagDependencies, site }, { owner, body }) => {
    const { draft, ignored } = readNewTag(site, body)
    return ok(tagResource(site, await recordTag(owner, draft, tagDependencies)), ignored)
  },
)
