import { isInLine } from '../attendance-fields.js'
import { isRequested, statusOf } from '../attendance.js'
import { windowState } from '../../events/rsvp-window.js'
import { isOver } from '../../events/upcoming.js'
import { mostGuests } from '../guests.js'
import { counted } from '../../texts/messages.js'
import { QuestionFields } from '../../questions/question-fields.js'
import { type RsvpParts, nameAtDoor } from './rsvp-page.pages.js'

/** The forms by which a person changes the party, the name, and whether they come at all. */
export function ChangeRsvp(parts: RsvpParts) {
  const { action, rsvp, locale, now } = parts
  const { event, attendance } = rsvp
  const { messages, texts } = locale
  const status = statusOf(attendance)
  const isToCome = event.status !== 'cancelled' && !isOver(event, now)
  if (status === 'declined')
    // A request that the organizer has declined is not asked again.
    return isToCome && !windowState(event, now) && attendance.request?.state !== 'declined' ? (
      <form class="card stack" method="post" action={action}>
        <h2>{texts.changed}</h2>
        <p>
          <button class="btn main big" name="action" value="accept">
            {event.approval ? messages.ask_to_come : messages.accept}
          </button>
        </p>
      </form>
    ) : null
  return (
    <section class="card stack" aria-labelledby="change">
      <h2 id="change">{texts.changed}</h2>
      {isToCome && (
        <form class="stack" method="post" action={action}>
          <PartySize {...parts} />
          <div class="field">
            <label for="name">{texts.name_at_door}</label>
            <input
              class="input"
              id="name"
              name="name"
              value={nameAtDoor(rsvp)}
              maxlength={200}
              autocomplete="name"
              required
            />
          </div>
          <QuestionFields
            questions={event.questions ?? []}
            entries={{ inputs: {}, wrong: [], answers: attendance.answers }}
            messages={messages}
          />
          <p>
            <button class="btn" name="action" value="save">
              {texts.save}
            </button>
          </p>
        </form>
      )}
      <GiveUp {...parts} />
    </section>
  )
}

/** More people than this are typed, not chosen. */
const MOST_CHOSEN = 20

function PartySize({ rsvp: { event, attendance }, locale }: RsvpParts) {
  const { lang, messages, texts } = locale
  const guests = attendance.guests ?? 0
  // At an event with approval, guests ask the organizers about more people.
  const most = event.approval && !isRequested(attendance) ? guests : Math.max(mostGuests(event), guests)
  if (most === 0) return null
  return (
    <div class="field">
      <label for="guests">{most > MOST_CHOSEN ? messages.guests : texts.how_many}</label>
      {most > MOST_CHOSEN ? (
        <input class="input" id="guests" name="guests" type="number" min={0} max={most} value={guests} />
      ) : (
        <select class="input" id="guests" name="guests">
          {Array.from({ length: most + 1 }, (_, i) => (
            <option value={i} selected={i === guests}>
              {i === 0 ? texts.just_me : counted(lang, texts.people, i + 1)}
            </option>
          ))}
        </select>
      )}
      {isInLine(attendance) && <p class="hint">{texts.together}</p>}
    </div>
  )
}

/** Asks once before a seat is given up, and says who gets it. It opens without a script. */
function GiveUp({ action, rsvp: { event, attendance }, locale }: RsvpParts) {
  const { lang, messages, texts } = locale
  const [opening, title, why, button] = isRequested(attendance)
    ? [texts.withdraw, texts.withdraw_title, texts.withdraw_why, texts.yes_withdraw]
    : isInLine(attendance)
      ? [texts.leave_line, texts.give_up_line, texts.leave_why, texts.yes_leave]
      : [
          messages.decline,
          counted(lang, texts.give_up, 1 + (attendance.guests ?? 0)),
          event.waitlist ? texts.give_up_waited : texts.give_up_why,
          texts.yes_give_up,
        ]
  return (
    <details class="more give-up">
      <summary class="bad">{opening}</summary>
      <form class="stack" method="post" action={action}>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{why}</p>
        <p>
          <button class="btn danger" name="action" value="decline">
            {button}
          </button>
        </p>
      </form>
    </details>
  )
}
