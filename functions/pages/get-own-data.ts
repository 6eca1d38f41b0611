import { findByLink } from '../../lib/attendances/self-service.js'
import { ownData } from '../../lib/pages/own-data.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { privateFile } from '../../lib/html/answer.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { linkDependencies } from '../../lib/app/link-tokens.js'
import { ownRecords } from '../../lib/pages/store/own-records.js'
import type { Person } from '../../lib/people/person.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { table } from '../../lib/table/table.js'

/** Reads what is kept about a person beside the record. */
const recordsOfPerson = (service: Service) => (person: Person) => ownRecords(partOf(service, table), person)

/** The data of a person as a file, at the link of one of the person's attendances. */
export const endpoint = pageEndpoint(
  { linkDependencies, recordsOfPerson },
  () => refusedRsvp(),
  async ({ linkDependencies, recordsOfPerson }, request) => {
    const token = publicRequest(request).parameter('token')
    const { person } = await findByLink(token, linkDependencies)
    return privateFile(ownData(person, await recordsOfPerson(person), new Date()), 'my-data.json')
  },
)
