import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noContent } from '../../lib/http/answer.js'
import { deleteTagging } from '../../lib/tags/record-tag.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, id }) => {
  await deleteTagging(app, owner, id(), id('tagging_id'))
  return noContent({})
})
