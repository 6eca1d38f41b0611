import { statusOf } from '../attendance.js'
import { windowState } from '../../events/rsvp-window.js'
import { isOver } from '../../events/upcoming.js'
import { browserUrl } from '../../events/documents/browser-url.js'
import { afterMessages } from '../../pages/texts-after.js'
import { counted, filled } from '../../texts/messages.js'
import { type Invitation, ShareLinks } from '../../events/pages/save-and-share.pages.js'
import { Icon } from '../../pages/icons.js'
import type { RsvpParts } from './rsvp-page.pages.js'

/** The code of a person, and how many friends have come by it. */
export interface Friends {
  code: string
  brought: number
}

/** Whether a person may bring friends: to an upcoming event that the person has not declined. */
export const mayBringFriends = ({ event, attendance }: RsvpParts['rsvp'], now: Date): boolean =>
  event.status !== 'cancelled' && !isOver(event, now) && !windowState(event, now) && statusOf(attendance) !== 'declined'

/** Links of one's own by which an event is passed on, and how many friends have come by them. */
export function BringFriends({ site, rsvp, locale, now, friends }: RsvpParts) {
  const { event } = rsvp
  if (!mayBringFriends(rsvp, now)) return null
  const texts = afterMessages(locale.lang)
  const address = browserUrl(site, event)
  const isOwn = address?.startsWith(`${site.publicUrl}/`)
  const invitation: Invitation | undefined = isOwn
    ? {
        code: friends?.code,
        // Somebody in line, or with a request, does not go yet.
        text: statusOf(rsvp.attendance) === 'accepted' ? filled(texts.invite, { event: event.title }) : event.title,
      }
    : undefined
  const link = address && friends && isOwn && `${address}?ref=${friends.code}`
  return (
    <section class="stack" id="bring" aria-labelledby="bring-title">
      <h2 id="bring-title">{locale.texts.pass_on}</h2>
      {friends && friends.brought > 0 && (
        <p class="line w6 good">
          <Icon name="users" />
          {counted(locale.lang, texts.brought, friends.brought)}
        </p>
      )}
      {link && (
        <p>
          <button class="btn main" type="button" hidden data-turnout-share={link} data-turnout-text={invitation?.text}>
            <Icon name="users" />
            {texts.share}
          </button>
        </p>
      )}
      <ShareLinks site={site} event={event} locale={locale} invitation={invitation} />
      {link && (
        <div class="field">
          <label for="own-link">{texts.your_link}</label>
          <div class="copy">
            <input id="own-link" value={link} readonly aria-describedby="own-link-why" dir="ltr" />
            <button class="btn" type="button" hidden data-turnout-copy={link} data-turnout-copied={texts.copied}>
              {texts.copy}
            </button>
          </div>
          <p class="hint" id="own-link-why">
            {texts.link_why}
          </p>
        </div>
      )}
    </section>
  )
}
