import { recordTagging } from '../../lib/domain/tags/record-tag.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { readNewTagging, taggingResource } from '../../lib/hal/v2/tags/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { tagDependencies } from '../../lib/service/tags.js'

export const endpoint = keyEndpoint(
  v2,
  { tagDependencies },
  async ({ tagDependencies, site }, { owner, id, query, body }) => {
    const { person, ignored } = readNewTagging(site, body)
    const tagging = await recordTagging(owner, id(), person, tagDependencies)
    return okOrEmpty(query, taggingResource(site, tagging), ignored)
  },
)
