import { recordTagging } from '../../lib/domain/record-tag.js'
import { readNewTagging, taggingResource } from '../../lib/hal/v2/tagging.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { endpoint, tagsWorld } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query, body }) => {
  const { person, ignored } = readNewTagging(body)
  const tagging = await recordTagging(owner, id(), person, tagsWorld)
  return okOrEmpty(query, taggingResource(tagging), ignored)
})
