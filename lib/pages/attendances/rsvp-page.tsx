import { raw } from 'hono/html'
import { statusOf } from '../../domain/attendances/attendance.js'
import { isOver } from '../../domain/events/upcoming.js'
import { mostGuests } from '../../domain/places/guests.js'
import { originPolicy } from '../../domain/events/origin.js'
import type { Rsvp } from '../../domain/attendances/self-service.js'
import type { Site } from '../../domain/site.js'
import { doorLink, selfServiceLink } from '../../hal/attendances/self-service.js'
import { privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import { qrSvg } from '../events/qr-code.js'
import { placeOf } from '../events/event-place.js'
import { Time } from '../events/event-time.js'
import { type Locale, localeOf } from '../locale.js'
import { Confirmation } from './confirmation.js'
import { OwnDataLink } from './own-data-link.js'
import { formPolicy, publicPage } from '../page.js'

interface Parts {
  rsvp: Rsvp
  locale: Locale
}

/** Returns the page at the link of an attendance: the event, and buttons that are plain forms. */
export function rsvpPage(site: Site, token: string, rsvp: Rsvp): Answer {
  const { event } = rsvp
  const locale = localeOf(event.language)
  const location = placeOf(event, locale)
  const page = publicPage({
    title: event.title,
    locale,
    head: <meta name="robots" content="noindex" />,
    children: (
      <article class="turnout turnout-event">
        <h1>{event.title}</h1>
        <Time event={event} locale={locale} />
        {location && <p class="turnout-place">{location}</p>}
        <State rsvp={rsvp} locale={locale} />
        <Instructions rsvp={rsvp} />
        <Ticket site={site} rsvp={rsvp} locale={locale} />
        <Guests action={selfServiceLink(site, token).href} rsvp={rsvp} locale={locale} />
        <form class="turnout-form" method="post" action={selfServiceLink(site, token).href} {...locale.other}>
          <Buttons rsvp={rsvp} locale={locale} />
        </form>
        <OwnDataLink action={selfServiceLink(site, token).href} lang={locale.other?.lang ?? locale.lang} />
      </article>
    ),
  })
  return privateAnswer(page, formPolicy())
}

/** Whether the event takes place, and whether the person comes. */
function State({ rsvp: { event, attendance }, locale: { messages, other } }: Parts) {
  const isCancelled = event.status === 'cancelled'
  return (
    <>
      {isCancelled && (
        <p class="turnout-state" {...other}>
          {messages.cancelled}
        </p>
      )}
      {(!isCancelled || attendance.status === 'declined') && (
        <p class="turnout-state" role="status" {...other}>
          {messages[STATES[statusOf(attendance)]]}
        </p>
      )}
      {attendance.guests !== undefined && attendance.status !== 'declined' && (
        <p class="turnout-notice" {...other}>
          {messages.guests}: {attendance.guests}
        </p>
      )}
    </>
  )
}

const STATES = {
  accepted: 'you_are_coming',
  declined: 'you_are_not_coming',
  tentative: 'you_wait',
} as const

/** They are for people who come. */
const Instructions = ({ rsvp: { event, attendance } }: Pick<Parts, 'rsvp'>) =>
  event.instructions && statusOf(attendance) === 'accepted' ? (
    <div class="turnout-description">{raw(sanitizeHtml(event.instructions))}</div>
  ) : null

/** Messages are in every function with a form, which have no room left; these texts are on this page alone. */
const TEXTS = {
  en: {
    ticket: 'Show this code at the door.',
    guests: 'Change the number of guests',
    quiet: 'Send me no reminders of this event',
    is_quiet: 'You get no reminders of this event. If it is cancelled, we still write to you.',
    unquiet: 'Send me reminders of this event',
  },
  es: {
    ticket: 'Enseña este código en la entrada.',
    guests: 'Cambiar el número de acompañantes',
    quiet: 'No me envíen recordatorios de este evento',
    is_quiet: 'No recibes recordatorios de este evento. Si se cancela, te escribiremos.',
    unquiet: 'Envíenme recordatorios de este evento',
  },
}

function textsOf(locale: Locale) {
  const [lang = ''] = (locale.other?.lang ?? locale.lang).split('-')
  return TEXTS[lang as keyof typeof TEXTS] ?? TEXTS.en
}

/** The code that is read at the door. It leads an organiser to this guest, and anyone else to a sign-in. */
function Ticket({ site, rsvp: { event, attendance }, locale }: Parts & { site: Site }) {
  if (statusOf(attendance) !== 'accepted' || event.status === 'cancelled') return null
  return (
    <figure {...locale.other}>
      {raw(qrSvg(doorLink(site, event.id, attendance.id).href).replace('<svg', '<svg width="240"'))}
      <figcaption>{textsOf(locale).ticket}</figcaption>
    </figure>
  )
}

/** The number of guests, where the event takes any. */
function Guests({ action, rsvp: { event, attendance }, locale }: Parts & { action: string }) {
  const most = mostGuests(event)
  const { guests = 0 } = attendance
  const isOpen =
    attendance.status !== 'declined' && event.status !== 'cancelled' && !isOver(event, new Date())
  if (!isOpen || Math.max(most, guests) === 0) return null
  return (
    <form class="turnout-form" method="post" action={action} {...locale.other}>
      <label class="turnout-field">
        {locale.messages.guests}
        <input type="number" name="guests" min={0} max={most} value={guests} required />
      </label>
      <Button action="guests" text={textsOf(locale).guests} />
    </form>
  )
}

function Buttons({ rsvp, locale }: Parts) {
  const { event, attendance, person } = rsvp
  const { messages } = locale
  const isDeclined = statusOf(attendance) === 'declined'
  const isSubscribed = [...person.email_addresses, ...person.phone_numbers].some(
    ({ status }) => status === 'subscribed',
  )
  return (
    <>
      <Confirmation rsvp={rsvp} lang={locale.other?.lang ?? locale.lang} now={new Date()} />
      {!isDeclined && <Button action="decline" text={messages.decline} />}
      {isDeclined && event.status !== 'cancelled' && <Button action="accept" text={messages.accept} />}
      <Reminders rsvp={rsvp} locale={locale} />
      {isSubscribed ? (
        <Button action="unsubscribe" text={messages.unsubscribe} />
      ) : (
        <p class="turnout-notice">{messages.unsubscribed}</p>
      )}
    </>
  )
}

/** The button that ends the reminders of the event, for people who get any, and the one that begins them again. */
function Reminders({ rsvp: { event, attendance }, locale }: Parts) {
  const isMailed = originPolicy(event).reminders_sent && event.status !== 'cancelled'
  if (!isMailed || attendance.status === 'declined') return null
  const texts = textsOf(locale)
  if (!attendance.quiet) return <Button action="quiet" text={texts.quiet} />
  return (
    <>
      <p class="turnout-notice">{texts.is_quiet}</p>
      <Button action="unquiet" text={texts.unquiet} />
    </>
  )
}

const Button = ({ action, text }: { action: string; text: string }) => (
  <p>
    <button class="turnout-button" name="action" value={action}>
      {text}
    </button>
  </p>
)
