import type { Person } from '../../lib/people/person.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import {
  personFilters as v1PersonFilters,
  personCollection as v1PersonCollection,
} from '../../lib/people/documents/person.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  personFilters as v2PersonFilters,
  personCollection as v2PersonCollection,
} from '../../lib/people/documents/person.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { listPeople as readPeople } from '../../lib/people/store/list-people.js'

interface Documents {
  personFilters: Filters<Person>
  personCollection: PageSerializer<Person>
}

/* @__NO_SIDE_EFFECTS__ */
const listPeople = (version: ApiVersion, { personFilters, personCollection }: Documents) =>
  keyEndpoint(version, {}, async ({ table, site }, { owner, query }) => {
    const filter = readFilterRequest(query, personFilters(site))
    return ok(personCollection(site, await readPeople(table, owner, readPageRequest(query), filter), query))
  })

export const v1Endpoint = listPeople(v1, {
  personFilters: v1PersonFilters,
  personCollection: v1PersonCollection,
})
export const v2Endpoint = listPeople(v2, {
  personFilters: v2PersonFilters,
  personCollection: v2PersonCollection,
})
