import { isComing, isConfirmed } from '../../domain/attendances/attendance.js'
import type { Rsvp } from '../../domain/attendances/self-service.js'
import { isOver } from '../../domain/events/upcoming.js'

/** These texts are on the page of an RSVP alone: functions with a form have no room for more messages. */
const TEXTS = {
  en: { confirm: 'Yes, I will be there', confirmed: 'You have confirmed. See you there!' },
  es: { confirm: 'Sí, allí estaré', confirmed: 'Lo has confirmado. ¡Nos vemos!' },
}

/** The button by which a person who comes confirms it, or that it is done. It stands in a form. */
export function Confirmation({ rsvp, lang, now }: { rsvp: Rsvp; lang: string; now: Date }) {
  const { event, attendance } = rsvp
  if (!isComing(attendance) || event.status === 'cancelled' || isOver(event, now)) return null
  const texts = lang.startsWith('es') ? TEXTS.es : TEXTS.en
  if (isConfirmed(attendance))
    return (
      <p class="turnout-notice" role="status">
        {texts.confirmed}
      </p>
    )
  return (
    <p>
      <button class="turnout-button" name="action" value="confirm">
        {texts.confirm}
      </button>
    </p>
  )
}
