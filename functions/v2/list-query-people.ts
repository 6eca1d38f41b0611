import { resultToShow, totalFor } from '../../lib/targeting/query-result.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { peopleCollection, readPeopleRequest } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { queries, results } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queries, results },
  async ({ queries, results, site }, { owner, id, query }) => {
    const { audience, result: wanted } = readPeopleRequest(query)
    const request = readPageRequest(query)
    const result = await resultToShow(await queries.find(owner, id()), wanted, results)
    const part = { audience, from: (request.page - 1) * request.per_page, count: request.per_page }
    const members = await results.people(owner, result, part)
    return ok(peopleCollection(site, { ...request, members, total_records: totalFor(result, audience) }, result, query))
  },
)
