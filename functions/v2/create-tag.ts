import { recordTag } from '../../lib/domain/record-tag.js'
import { readNewTag, tagResource } from '../../lib/hal/v2/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, tagsWorld } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, body }) => {
  const { draft, ignored } = readNewTag(body)
  return ok(tagResource(await recordTag(owner, draft, tagsWorld)), ignored)
})
