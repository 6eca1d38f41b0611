import { raw } from 'hono/html'
import { isInLine } from '../attendance-fields.js'
import { statusOf } from '../attendance.js'
import { publiclyLocated } from '../../locations/location.js'
import { doorLink } from '../documents/self-service.js'
import { counted } from '../../texts/messages.js'
import { Facts } from '../../events/pages/facts.pages.js'
import { qrSvg } from '../../html/qr-code.js'
import { spokenIn } from '../../pages/locale.js'
import { type RsvpParts, nameAtDoor } from './rsvp-page.pages.js'

/** The pass of a person who comes, with the code that is read at the door; for others, what they have answered to. */
export function Pass({ site, rsvp, locale }: RsvpParts) {
  const { event, attendance } = rsvp
  const { lang, texts } = locale
  const party = 1 + (attendance.guests ?? 0)
  const spoken = spokenIn(event.language, locale)
  const status = statusOf(attendance)
  if (status !== 'accepted' || event.status === 'cancelled')
    return (
      <section class="card rsvp stack">
        {isInLine(attendance) && <p class="small quiet">{counted(lang, texts.waiting_for, party)}</p>}
        <h2 {...spoken}>{event.title}</h2>
        <Facts event={publiclyLocated(event)} locale={locale} />
      </section>
    )
  return (
    <section class="pass rsvp" aria-labelledby="pass">
      <header>
        <p class="small">{counted(lang, texts.pass_for, party)}</p>
        <h2 id="pass" class="t-xl" {...spoken}>
          {event.title}
        </h2>
      </header>
      <div class="stack">
        {/* A person with a place reads the address, wherever else it is hidden. */}
        <Facts event={{ ...event, address_shown: 'everybody' }} locale={locale} />
      </div>
      <div class="tear" aria-hidden="true"></div>
      <div class="stack centered">
        {/* It leads an organizer to this guest, and anyone else to a sign-in. */}
        <div class="w-pass qr" role="img" aria-label={texts.code_of_pass}>
          {raw(qrSvg(doorLink(site, event.id, attendance.id).href))}
        </div>
        <p>
          <strong>{nameAtDoor(rsvp)}</strong>
          <br />
          <span class="small quiet">{texts.show_code}</span>
        </p>
      </div>
    </section>
  )
}
