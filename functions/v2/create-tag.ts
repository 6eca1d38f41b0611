import { recordTag } from '../../lib/tags/record-tag.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewTag, tagResource } from '../../lib/tags/documents/tag.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, body }) => {
  const { draft, ignored } = readNewTag(app.site, body)
  const tag = await recordTag(app, owner, draft)
  return validated(tagResource(app.site, tag), tag, ignored)
})
