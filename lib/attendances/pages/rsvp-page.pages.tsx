import { raw } from 'hono/html'
import type { OwnerSettings } from '../../access/owner-settings.js'
import { isGuest, isRequested, standingOf, statusOf, isComing, isConfirmed } from '../attendance.js'
import type { Rsvp } from '../self-service.js'
import type { FoundEvent } from '../../near/event-search.js'
import { ContactSection } from '../../events/pages/facts.pages.js'
import { isOver } from '../../events/upcoming.js'
import { isPassedOver } from '../../seats/promotion.js'
import { nameInOneLine } from '../../people/names-in.js'
import type { Site } from '../../runtime/site.js'
import { selfServiceLink } from '../documents/self-service.js'
import { publicAddress } from '../../events/documents/browser-url.js'
import { embedLink } from '../../events/documents/embed.js'
import { privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { counted, filled } from '../../texts/messages.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { pathsOfRooms } from '../../hal/links-of-rooms.js'
import { GuestLinks } from '../../events/pages/save-and-share.pages.js'
import { Icon } from '../../pages/icons.js'
import { afterMessages } from '../../pages/texts-after.js'
import { type Heard, type Locale, readersLocale, spokenIn } from '../../pages/locale.js'
import { formPolicy, ownerOf, publicPage } from '../../pages/page.js'
import { BringFriends, type Friends } from './bring-friends.pages.js'
import { ChangeRsvp } from './change-rsvp.pages.js'
import { NextRsvps } from './next-rsvps.pages.js'
import { OwnData } from './own-data.pages.js'
import { Mails } from './rsvp-mails.pages.js'
import { Pass } from './pass.pages.js'

const DAY_MS = 86_400_000

/** The button by which a person who comes confirms it, or that it is done. */
function Confirmation({ action, rsvp: { event, attendance }, locale: { texts }, now }: RsvpParts) {
  if (!isComing(attendance) || event.status === 'cancelled' || isOver(event, now)) return null
  if (isConfirmed(attendance))
    return (
      <p class="notice" role="status">
        <Icon name="circle-check" />
        {texts.confirmed}
      </p>
    )
  // Someone who has just answered need not say it twice: then it is not a main button.
  const isFresh = now.getTime() - Date.parse(attendance.created_date) < DAY_MS
  return (
    <form method="post" action={action}>
      <button class={isFresh ? 'btn' : 'btn main'} name="action" value="confirm">
        {texts.confirm}
      </button>
    </form>
  )
}

export interface RsvpParts {
  site: Site
  /** The address that the forms are sent to. */
  action: string
  rsvp: Rsvp
  locale: Locale
  now: Date
  /** Absent where the service has no key yet. */
  friends?: Friends | undefined
  /** The events that the person may answer next. */
  next?: FoundEvent[] | undefined
  /** Whether the person has asked for their own data just now, or the installation cannot mail it. */
  ownData?: 'asked' | 'not mailed' | undefined
  /** Whether the person has saved the form just now. */
  isSaved?: boolean
}

/** The query of the page after its form was saved. */
export const SAVED = 'saved=1'

/** The looks of the group of an event. */
type Look = Pick<OwnerSettings, 'color' | 'logo_url'>

/** Returns the page at the link of an attendance: where the person stands, the pass, and forms that need no script. */
export function rsvpPage(
  site: Site,
  token: string,
  {
    friends,
    next,
    ownData,
    isSaved = false,
    settings,
    ...rsvp
  }: Rsvp & Pick<RsvpParts, 'friends' | 'next' | 'ownData' | 'isSaved'> & { settings: Look },
  request: Heard,
  now: Date,
): Answer {
  const { event } = rsvp
  const locale = readersLocale(request, event.language)
  const parts: RsvpParts = {
    site,
    action: selfServiceLink(site, token).href,
    rsvp,
    locale,
    now,
    friends,
    next,
    ownData,
    isSaved,
  }
  const page = publicPage({
    title: event.title,
    locale,
    head: (
      <>
        <meta name="robots" content="noindex" />
        <script src={embedLink(site, 'share.js').href} defer></script>
      </>
    ),
    color: settings.color,
    around: { owner: ownerOf(site, event, settings) },
    languagesOf: {},
    children: (
      <div class="event answered">
        <Standing {...parts} />
        <Pass {...parts} />
        <div class="stack g6">
          <Instructions {...parts} />
          {event.contact && (event.contact.public || isGuest(rsvp.attendance)) && (
            <ContactSection contact={event.contact} locale={locale} />
          )}
          <ChangeRsvp {...parts} />
          <NextRsvps {...parts} />
          <BringFriends {...parts} />
          <Mails {...parts} />
          <OwnData {...parts} />
        </div>
      </div>
    ),
  })
  return privateAnswer(page, formPolicy(undefined, embedLink(site, 'share.js').href, settings.color))
}

/** Says first of all whether the person has a seat. */
function Standing(parts: RsvpParts) {
  const { site, rsvp, locale, now } = parts
  const { event, attendance } = rsvp
  const { messages, texts } = locale
  const [icon, tone, word] = wordsOf(rsvp, locale)
  const comes = statusOf(attendance) === 'accepted'
  const isToCome = event.status !== 'cancelled' && !isOver(event, now)
  return (
    <div class="stack">
      <p class={`line w6 ${tone}`}>
        <Icon name={icon} />
        {word}
      </p>
      <div class="stack" role="status">
        <h1>{headingOf(rsvp, locale)}</h1>
        {parts.isSaved && <p class="notice good">{afterMessages(locale.lang).saved}</p>}
      </div>
      {event.status === 'cancelled' && <p class="notice bad">{messages.cancelled}</p>}
      {event.cancellation_note && (
        <p class="as-typed" {...spokenIn(event.language, locale)}>
          {event.cancellation_note}
        </p>
      )}
      {event.status !== 'cancelled' && isOver(event, now) && <p class="notice plain">{messages.over}</p>}
      {statusOf(attendance) === 'tentative' && isToCome && (
        <p class="lead">
          {isRequested(attendance)
            ? messages.answer_follows
            : isPassedOver(event, attendance)
              ? filled(texts.passed_over, { capacity: String(event.capacity) })
              : texts.line_why}
        </p>
      )}
      {comes && isToCome && (
        <>
          <p class="lead">
            {attendance.guests ? `${counted(locale.lang, texts.parties, 1 + attendance.guests)} ` : ''}
            {texts.see_you}
          </p>
          <GuestLinks site={site} event={event} locale={locale} file={calendarOf(parts)} />
        </>
      )}
      <Confirmation {...parts} />
      <p>
        <a href={publicAddress(site, event)}>{messages.back}</a>
      </p>
    </div>
  )
}

/** The address of the calendar file for this guest. */
const calendarOf = ({ action }: RsvpParts) => pathsOfRooms('page of a guest', action)[':calendar']

function wordsOf({ event, attendance }: Rsvp, { texts }: Locale) {
  if (event.status === 'cancelled') return ['ban', 'bad', texts.is_cancelled] as const
  const status = statusOf(attendance)
  if (status === 'accepted') return ['circle-check', 'good', texts.you_are_in] as const
  return status === 'tentative'
    ? (['hourglass', 'warn', texts.not_in_yet] as const)
    : (['ban', 'quiet', texts.not_coming] as const)
}

/** Returns the sentence that the person has come for, with their first name where it is known. */
function headingOf({ event, attendance, person }: Rsvp, { lang, messages, texts }: Locale): string {
  const name = person.given_name
  const status = statusOf(attendance)
  const position = attendance.waitlist_position
  if (status === 'tentative' && position !== undefined && !isPassedOver(event, attendance)) {
    const rank = new Intl.NumberFormat(lang).format(position)
    return name ? filled(texts.rank_of, { rank, name }) : filled(texts.rank, { rank })
  }
  const [named, unnamed] = {
    accepted: [texts.place_of, messages.have_place],
    tentative: [texts.waiting_of, messages.you_wait],
    requested: [texts.asked_of, messages.you_asked],
    declined:
      attendance.request?.state === 'declined'
        ? [texts.declined_request_of, texts.declined_request]
        : [texts.not_coming_of, messages.you_are_not_coming],
  }[standingOf(attendance)] as [string, string]
  return name ? filled(named, { name }) : unnamed.replace(/\.$/, '')
}

/** They are for people who come. */
const Instructions = ({ rsvp: { event, attendance }, locale }: RsvpParts) =>
  event.instructions && statusOf(attendance) === 'accepted' ? (
    <section class="card stack">
      <h2>{locale.texts.before_you_come}</h2>
      <div class="prose turnout-description" {...spokenIn(event.language, locale)}>
        {raw(sanitizeHtml(event.instructions))}
      </div>
    </section>
  ) : null

export const nameAtDoor = ({ person }: Pick<Rsvp, 'person'>): string => nameInOneLine(person)
