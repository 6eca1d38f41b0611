import { compressed } from '../../lib/http/headers/compressed.js'
import { findByLink } from '../../lib/attendances/self-service.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { withGroupTitle } from '../../lib/events/group-title.js'
import { publicRequest } from '../../lib/http/request.js'
import { mayBringFriends } from '../../lib/attendances/pages/bring-friends.pages.js'
import { isOfferedMore } from '../../lib/attendances/pages/next-rsvps.pages.js'
import { SAVED, rsvpPage } from '../../lib/attendances/pages/rsvp-page.pages.js'
import { refusedRsvp } from '../../lib/attendances/pages/refused-rsvp.pages.js'
import { settingsOf } from '../../lib/app/access.js'
import { friendsOf } from '../../lib/app/friends.js'
import { nextEvents } from '../../lib/app/near.js'
import { OWN_DATA_ASKED } from '../../lib/attendances/pages/own-data.pages.js'
import { ownDataMails } from '../../lib/app/pages.js'
import { withPosition } from '../../lib/app/link-tokens.js'

/** Shows an RSVP at the link of its attendance. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { friendsOf, nextEvents, ownDataMails, settingsOf, table, withPosition },
  () => refusedRsvp(),
  async ({ friendsOf, nextEvents, ownDataMails, settingsOf, table, withPosition, site }, request) => {
    const { parameter, query } = publicRequest(request)
    const token = parameter('token')
    const ownData = !ownDataMails ? 'not mailed' : query.includes(OWN_DATA_ASKED) ? 'asked' : undefined
    const rsvp = await findByLink(table, token)
    const now = new Date()
    const [attendance, friends, next, settings] = await Promise.all([
      withPosition(rsvp.attendance),
      mayBringFriends(rsvp, now) ? friendsOf(rsvp) : undefined,
      isOfferedMore(rsvp) ? nextEvents(rsvp.event, rsvp.person) : undefined,
      settingsOf(rsvp.event.owner),
    ])
    const isSaved = query.includes(SAVED)
    const event = withGroupTitle(rsvp.event, settings)
    const given = { ...rsvp, event, attendance, friends, next, ownData, settings, isSaved } as const
    const page = rsvpPage(site, token, given, request, now)
    return compressed(page, request.headers, false)
  },
)
