import { queryResource } from '../../lib/hal/v2/targeting-query.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, queries } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) =>
  ok(queryResource(await queries.find(owner, id()))),
)
