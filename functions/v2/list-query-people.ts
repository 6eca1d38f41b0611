import { resultToShow, totalFor } from '../../lib/domain/query-result.js'
import { peopleCollection, readPeopleRequest } from '../../lib/hal/v2/query-result.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, queries, results } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const { audience, result: wanted } = readPeopleRequest(query)
  const request = readPageRequest(query)
  const result = await resultToShow(await queries.find(owner, id()), wanted, results)
  const part = { audience, from: (request.page - 1) * request.per_page, count: request.per_page }
  const members = await results.people(owner, result, part)
  return ok(
    peopleCollection({ ...request, members, total_records: totalFor(result, audience) }, result, query),
  )
})
