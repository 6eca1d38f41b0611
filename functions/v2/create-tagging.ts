import { recordTagging } from '../../lib/domain/record-tag.js'
import { readNewTagging, taggingResource } from '../../lib/hal/v2/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, tagsWorld } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, body }) => {
  const { person, ignored } = readNewTagging(body)
  return ok(taggingResource(await recordTagging(owner, id(), person, tagsWorld)), ignored)
})
