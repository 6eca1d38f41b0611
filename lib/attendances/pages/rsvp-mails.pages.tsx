import type { RsvpParts } from './rsvp-page.pages.js'
import { originPolicy } from '../../events/origin.js'

/** The mails that the person gets, and the buttons that end them. */
export function Mails(parts: RsvpParts) {
  const { action, rsvp, locale } = parts
  const { person } = rsvp
  const { messages, texts } = locale
  const isSubscribed = [...person.email_addresses, ...person.phone_numbers].some(
    ({ status }) => status === 'subscribed',
  )
  return (
    <form class="stack tight" method="post" action={action}>
      <h2 id="emails">{texts.mails}</h2>
      <div class="line">
        <Reminders {...parts} />
        {isSubscribed ? (
          <button class="btn" name="action" value="unsubscribe">
            {messages.unsubscribe}
          </button>
        ) : (
          <p class="quiet">{messages.unsubscribed}</p>
        )}
      </div>
    </form>
  )
}

/** The button that ends the reminders of the event, for people who get any, and the one that begins them again. */
function Reminders({ rsvp: { event, attendance }, locale: { texts } }: RsvpParts) {
  const isMailed = originPolicy(event).reminders_sent && event.status !== 'cancelled'
  if (!isMailed || attendance.status === 'declined') return null
  return attendance.quiet ? (
    <>
      <p class="quiet">{texts.is_quiet}</p>
      <button class="btn" name="action" value="unquiet">
        {texts.unquiet}
      </button>
    </>
  ) : (
    <button class="btn" name="action" value="quiet">
      {texts.quiet}
    </button>
  )
}
