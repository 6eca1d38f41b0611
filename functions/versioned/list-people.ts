import type { Person } from '../../lib/domain/people/person.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { people } from '../../lib/service/people.js'

interface Documents {
  personFilters: Filters<Person>
  personCollection: PageSerializer<Person>
}

export const listPeople = (version: ApiVersion, { personFilters, personCollection }: Documents) =>
  keyEndpoint(version, { people }, async ({ people, site }, { owner, query }) => {
    const filter = readFilterRequest(query, personFilters(site))
    return ok(personCollection(site, await people.list(owner, readPageRequest(query), filter), query))
  })
