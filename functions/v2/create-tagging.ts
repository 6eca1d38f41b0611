import { recordTagging } from '../../lib/tags/record-tag.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewTagging, taggingResource } from '../../lib/tags/documents/tagging.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedOrEmpty } from '../../lib/http/preconditions/validated.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, id, query, body }) => {
  const { person, ignored } = readNewTagging(app.site, body)
  const tagging = await recordTagging(app, owner, id(), person)
  return validatedOrEmpty(query, taggingResource(app.site, tagging), tagging, ignored)
})
