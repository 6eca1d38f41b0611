import { isComing, isConfirmed } from '../attendance.js'
import { isOver } from '../../events/upcoming.js'
import { Icon } from '../../pages/icons.js'
import type { RsvpParts } from './rsvp-page.pages.js'

const DAY_MS = 86_400_000

/** The button by which a person who comes confirms it, or that it is done. */
export function Confirmation({ action, rsvp: { event, attendance }, locale: { texts }, now }: RsvpParts) {
  if (!isComing(attendance) || event.status === 'cancelled' || isOver(event, now)) return null
  if (isConfirmed(attendance))
    return (
      <p class="notice" role="status">
        <Icon name="circle-check" />
        {texts.confirmed}
      </p>
    )
  // Someone who has just answered need not say it twice: then it is no main button.
  const isFresh = now.getTime() - Date.parse(attendance.created_date) < DAY_MS
  return (
    <form method="post" action={action}>
      <button class={isFresh ? 'btn' : 'btn main'} name="action" value="confirm">
        {texts.confirm}
      </button>
    </form>
  )
}
