import { attendByLink, changeByLink, findByLink } from '../../lib/attendances/self-service.js'
import { pageEndpoint } from '../../lib/app/endpoint.js'
import { selfServiceLink } from '../../lib/attendances/documents/self-service.js'
import { seeOther } from '../../lib/http/answer.js'
import { readFormBody, repeatedInput } from '../../lib/http/body/form-body.js'
import { publicRequest } from '../../lib/http/request.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { SAVED } from '../../lib/attendances/pages/rsvp-page.pages.js'
import { settingsOf } from '../../lib/app/access.js'
import { attending } from '../../lib/app/attendances.js'
import { OWN_DATA_ASKED } from '../../lib/attendances/pages/own-data.pages.js'
import { ownDataMails } from '../../lib/app/pages.js'
import { linkTokens } from '../../lib/app/link-tokens.js'

/** The buttons of that page. */
export const endpoint = pageEndpoint(
  { attending, linkTokens, ownDataMails, settingsOf },
  ({ attending, settingsOf, site }) =>
    refusedRsvp(async (request) => {
      const token = publicRequest(request).parameter('token')
      const { event } = await findByLink(attending.table, token)
      const settings = await settingsOf(event.owner)
      return { site, event, settings, address: selfServiceLink(site, token).href }
    }),
  async ({ attending, linkTokens, ownDataMails, site }, request) => {
    const token = publicRequest(request).parameter('token')
    const asked = request.body ? readFormBody(request) : {}
    if (asked['action'] === 'attend') {
      const [attendance, tokenOf] = await Promise.all([attendByLink(attending, token, asked), linkTokens.load()])
      return seeOther(selfServiceLink(site, tokenOf(attendance) ?? token).href)
    }
    if (asked['action'] === 'data' && ownDataMails) {
      await ownDataMails.ask((await findByLink(attending.table, token)).attendance)
      return seeOther(`${selfServiceLink(site, token).href}?${OWN_DATA_ASKED}#emails`)
    }
    const valuesOf = (name: string) => repeatedInput(request, name)
    await changeByLink(attending, token, { ...asked, valuesOf })
    return seeOther(selfServiceLink(site, token).href + (SHOWN_AT[asked['action'] ?? ''] ?? ''))
  },
)

/** The part of the page that shows what a button has done; without an entry, its head does. */
const SHOWN_AT: Record<string, string> = {
  save: `?${SAVED}`,
  quiet: '#emails',
  unquiet: '#emails',
  unsubscribe: '#emails',
}
