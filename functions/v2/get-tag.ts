import { keyEndpoint } from '../../lib/app/endpoint.js'
import { tagResource } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { findTag } from '../../lib/tags/store/tag-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id }) => {
  const tag = await findTag(table, owner, id())
  return validated(tagResource(site, tag), tag)
})
