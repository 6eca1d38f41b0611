import { recordTagging } from '../../lib/tags/record-tag.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewTagging, taggingResource } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { tagDependencies } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(
  v2,
  { tagDependencies },
  async ({ tagDependencies, site }, { owner, id, query, body }) => {
    const { person, ignored } = readNewTagging(site, body)
    const tagging = await recordTagging(owner, id(), person, tagDependencies)
    return okOrEmpty(query, taggingResource(site, tagging), ignored)
  },
)
