import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noContent } from '../../lib/http/answer.js'
import { removeTagging } from '../../lib/tags/record-tag.js'
import { tags } from '../../lib/app/tags.js'

export const endpoint = keyEndpoint(v2, { tags }, async ({ tags }, { owner, id }) => {
  await removeTagging(owner, id(), id('tagging_id'), { tags })
  return noContent({})
})
