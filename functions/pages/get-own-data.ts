import { findByLink } from '../../lib/attendances/self-service.js'
import { ownData } from '../../lib/pages/own-data.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { privateFile } from '../../lib/html/answer.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { linkDependencies } from '../../lib/app/link-tokens.js'
import { recordsOfPerson } from '../../lib/app/pages.js'

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
