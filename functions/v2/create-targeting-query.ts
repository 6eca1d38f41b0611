import { recordQuery } from '../../lib/domain/record-query.js'
import { runIfNew } from '../../lib/domain/run-query.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { queryResource, readNewQuery } from '../../lib/hal/v2/targeting-query.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, queriesWorld, resultsWorld } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, body }) => {
  const { draft, ignored } = readNewQuery(body)
  const query = await recordQuery(owner, draft, queriesWorld)
  return ok(queryResource(await runIfNew(query, resultsWorld)), [
    ...ignored,
    ...ignoredIdentifiers(draft.identifiers, query),
  ])
})
