import { findByLink } from '../../lib/attendances/self-service.js'
import { selfServiceLink } from '../../lib/attendances/documents/self-service.js'
import { ownData } from '../../lib/pages/own-data.js'
import { AS_FILE, ownDataPage } from '../../lib/pages/own-data.pages.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { privateFile } from '../../lib/html/answer.js'
import { seeOther } from '../../lib/http/answer.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { opensOwnData, recordsOfPerson } from '../../lib/app/pages.js'

/**
 * The data of a person, by the link of one of the person's attendances and a code from the person's mailbox: a page to
 * read, and a file of all of it. Without a code that opens it, the page of the link is next, which emails one.
 */
export const endpoint = pageEndpoint(
  { opensOwnData, recordsOfPerson, table },
  () => refusedRsvp(),
  async ({ opensOwnData, recordsOfPerson, table, site }, request) => {
    const { parameter, query } = publicRequest(request)
    const token = parameter('token')
    const { attendance, event, person } = await findByLink(table, token)
    const asked = new URLSearchParams(query)
    const code = asked.get('code') ?? ''
    if (!(await opensOwnData(attendance, code))) return seeOther(selfServiceLink(site, token).href)
    const data = ownData(person, await recordsOfPerson(person), new Date())
    if (asked.get('as') === 'file') return privateFile(data, 'my-data.json')
    const file = `${selfServiceLink(site, token).href}/data?${new URLSearchParams({ code }).toString()}&${AS_FILE}`
    return ownDataPage({ site, event, data, file }, request)
  },
)
