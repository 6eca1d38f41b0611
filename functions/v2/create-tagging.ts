import { recordTagging } from '../../lib/tags/record-tag.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewTagging, taggingResource } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'
import { tagDependencies } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(
  v2,
  { tagDependencies },
  async ({ tagDependencies, site }, { owner, id, query, body }) => {
    const { person, ignored } = readNewTagging(site, body)
    const tagging = await recordTagging(owner, id(), person, tagDependencies)
    return validatedOrEmpty(query, taggingResource(site, tagging), tagging, ignored)
  },
)
