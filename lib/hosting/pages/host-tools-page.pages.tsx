import { partySize } from '../../events/capacity.js'
import { peopleComing } from '../../events/totals.js'
import { randomUUID } from 'node:crypto'
import type { Child, FC } from 'hono/jsx'
import { peopleThere } from '../../attendances/arrival.js'
import type { Attendance } from '../../attendances/attendance.js'
import { standingOf, statusOf } from '../../attendances/attendance.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent } from '../../events/event.js'
import { ACCESS_PARTS } from '../../events/accessibility.js'
import { hasPublicPage } from '../../events/visibility.js'
import type { Page } from '../../fields/page.js'
import { type Location, inOneLine } from '../../locations/location.js'
import type { Person } from '../../people/person.js'
import type { Site } from '../../runtime/site.js'
import { publicPage as pageOf } from '../../events/documents/browser-url.js'
import { hostLink } from '../host-links.js'
import { isDeclined } from '../review.js'
import type { Answer } from '../../http/answer.js'
import { counted, filled } from '../../texts/messages.js'
import { typedOfHtml } from '../../markup/typed-text.js'
import { EventInputs, Input, type Typed } from './event-inputs.pages.js'
import { EventCard } from './host-form-page.pages.js'
import { ShareLinks } from '../../events/pages/save-and-share.pages.js'
import { spokenIn } from '../../pages/locale.js'
import { type HostingLocale, Warning, hostAnswer } from './host-page.pages.js'

export const TOOLS = ['overview', 'guests', 'edit', 'write', 'door', 'cancel'] as const
export type Tool = (typeof TOOLS)[number]

/** The context of a page of the tools. */
export interface Tools {
  site: Site
  token: string
  event: OsdiEvent
  campaign: EventCampaign
  locale: HostingLocale
  /** The outcome of the last change. */
  said?: string | undefined
  /** Whether changes of the host need no review; the form of an edit alone says so. */
  isTrusted?: boolean
}

const toolPath = ({ site, token }: Tools, tool: Tool) =>
  `${hostLink(site, token).href}${tool === 'overview' ? '' : `?page=${tool}`}`

/** Answers with a page of the tools, below the title of the event and its state. */
function toolPage(tools: Tools, current: Tool, children: Child, status = 200): Answer {
  const { event, locale, said } = tools
  const { hosting: texts } = locale
  return hostAnswer(locale, {
    title: event.title,
    status,
    parameters: current === 'overview' ? {} : { page: current },
    children: (
      <>
        <div class="stack tight">
          <h1 {...spokenIn(event.language ?? locale.spoken, locale)}>{event.title}</h1>
          <p class="turnout-state">{stateOf(tools)}</p>
          {event.review?.note && <p>{filled(texts.reason, { note: event.review.note })}</p>}
        </div>
        <nav class="chips" aria-label={texts.tools}>
          {TOOLS.filter((each) => isOffered(event, each)).map((each) => (
            <a class="chip" href={toolPath(tools, each)} aria-current={each === current ? 'page' : undefined}>
              {texts[`tab_${each}`]}
            </a>
          ))}
        </nav>
        {said && (
          <p class="notice good" role="status">
            {said}
          </p>
        )}
        {children}
      </>
    ),
  })
}

/** Whether a tool is of use: no one comes to an event that is not public, and what is canceled stays so. */
export const isOffered = (event: OsdiEvent, tool: Tool): boolean => {
  const { status } = event
  if (tool === 'overview' || tool === 'guests') return true
  if (isDeclined(event)) return tool === 'edit'
  if (status === 'cancelled') return false
  return status === undefined || tool === 'edit' || tool === 'cancel'
}

function stateOf({ event, locale: { hosting: texts } }: Tools): string {
  if (isDeclined(event)) return texts.state_declined
  if (event.status === 'cancelled') return texts.state_cancelled
  if (event.status === 'tentative') return texts.state_waiting
  return event.review?.change ? texts.state_change : texts.state_public
}

/** Returns the first page of the tools: numbers, the address to share, and the event. */
export function overviewPage(tools: Tools): Answer {
  const { site, event, locale } = tools
  const { hosting: texts, lang } = locale
  const number = (value: number) => new Intl.NumberFormat(lang).format(value)
  const { href } = pageOf(site, event)
  return toolPage(
    tools,
    'overview',
    <>
      <dl class="stats">
        <div>
          <dt>{texts.coming}</dt>
          <dd>{number(peopleComing(event.totals))}</dd>
        </div>
        {event.totals.waitlisted > 0 && (
          <div>
            <dt>{texts.waiting}</dt>
            <dd>{number(event.totals.waitlisted)}</dd>
          </div>
        )}
        {event.capacity !== undefined && (
          <div>
            <dt>{texts.seats}</dt>
            <dd>{number(event.capacity)}</dd>
          </div>
        )}
      </dl>
      {hasPublicPage(event) && event.status === undefined && (
        <section class="stack" aria-labelledby="share">
          <h2 id="share">{texts.share}</h2>
          <p>
            {texts.share_hint}{' '}
            <a class="wrap" href={href}>
              {href}
            </a>
          </p>
          <ShareLinks site={site} event={event} locale={locale} />
        </section>
      )}
      {isDeclined(event) && (
        <p class="line">
          <a class="btn main" href={toolPath(tools, 'edit')}>
            {texts.edit_again}
          </a>
        </p>
      )}
      <EventCard event={event} locale={locale} />
      <p class="small quiet">{texts.keep_link}</p>
    </>,
  )
}

/** Guests of a page, with their persons. */
export interface ShownGuests {
  guests: Page<Attendance>
  persons: ReadonlyMap<string, Person>
}

/** Choices of a number of people; a larger party may still come as a whole. */
const MOST_CHOICES = 10

/** Counts the people of a party who come now, all who are left unless the host chooses fewer, and takes them back. */
const DoorForms: FC<{ tools: Tools; guest: Attendance; name: string; find: string }> = ({
  tools,
  guest,
  name,
  find,
}) => {
  const { site, token, locale } = tools
  const { hosting: texts, lang } = locale
  const there = peopleThere(guest)
  const left = partySize(guest) - there
  const form = (people: Child, text: string, isMain: boolean) => (
    <form method="post" action={hostLink(site, token).href} class="line one">
      <input type="hidden" name="action" value="check_in" />
      <input type="hidden" name="guest" value={guest.id} />
      <input type="hidden" name="id" value={randomUUID()} />
      <input type="hidden" name="find" value={find} />
      {people}
      <button class={isMain ? 'btn main' : 'btn'} aria-label={`${text}: ${name}`}>
        {text}
      </button>
    </form>
  )
  const fewer = Array.from({ length: Math.min(left - 1, MOST_CHOICES) }, (_, i) => i + 1)
  const some = (
    <select class="input fit" name="people" aria-label={`${texts.how_many}: ${name}`}>
      {[...fewer, left].map((people) => (
        <option value={people} selected={people === left}>
          {people}
        </option>
      ))}
    </select>
  )
  return (
    <div class="line">
      {there > 0 && left > 0 && (
        <span class="small quiet">
          {filled(texts.some_there, {
            count: there.toLocaleString(lang),
            all: (there + left).toLocaleString(lang),
          })}
        </span>
      )}
      {there > 0 && form(<input type="hidden" name="people" value={-there} />, texts.undo_check_in, false)}
      {left > 0 && form(left > 1 ? some : <input type="hidden" name="people" value={left} />, texts.check_in, true)}
    </div>
  )
}

/** Returns the list of guests; `door` has a button beside each. Contacts are shown where the campaign says so. */
export function guestsPage(
  tools: Tools,
  tool: 'guests' | 'door',
  { guests, persons }: ShownGuests,
  find: string,
): Answer {
  const { site, token, event, locale, campaign } = tools
  const { hosting: texts, lang } = locale
  const contactsOf = (person: Person) =>
    campaign.hosting_contacts
      ? [person.email_addresses[0]?.address, person.phone_numbers[0]?.number].filter(Boolean).join(', ')
      : ''
  const rows = guests.members.flatMap((guest) => {
    const person = persons.get(guest.person)
    const name = person && [person.given_name, person.family_name].filter(Boolean).join(' ')
    const isFound = (name ?? '').toLowerCase().includes(find.toLowerCase())
    const isShown = tool === 'guests' || statusOf(guest) === 'accepted'
    return isFound && isShown ? [{ guest, name: name || texts.guest, person }] : []
  })
  const hasMore = guests.page * guests.per_page < guests.total_records
  return toolPage(
    tools,
    tool,
    <>
      {tool === 'door' && (
        <form class="field" method="get" role="search">
          <input type="hidden" name="page" value="door" />
          <label for="find">{texts.find_guest}</label>
          <div class="line one">
            <input class="input" id="find" name="find" value={find} type="search" />
            <button class="btn">{texts.find}</button>
          </div>
        </form>
      )}
      {rows.length === 0 ? (
        <p class="card empty">{find === '' ? texts.no_guests : texts.no_guest_found}</p>
      ) : (
        <ul class="rows card flush" role="list">
          {rows.map(({ guest, name, person }) => (
            <li id={guest.id}>
              <p class="grow">
                <strong>{name}</strong>{' '}
                {guest.guests !== undefined && guest.guests > 0 && (
                  <span>{counted(lang, texts.party, guest.guests)}</span>
                )}
                {person && contactsOf(person) && (
                  <>
                    <br />
                    <span class="small quiet">{contactsOf(person)}</span>
                  </>
                )}
              </p>
              {tool === 'door' && event.status === undefined ? (
                <DoorForms tools={tools} guest={guest} name={name} find={find} />
              ) : (
                <p class="small quiet">{guest.attended ? texts.was_there : texts[`status_${standingOf(guest)}`]}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p>
          <a class="btn" href={`${hostLink(site, token).href}?page=${tool}&from=${guests.page + 1}`}>
            {texts.further}
          </a>
        </p>
      )}
    </>,
  )
}

/** The location that an edit shows: the one of a change that waits, where there is one. */
export const shownLocation = ({ location, review }: OsdiEvent): Partial<Location> =>
  ({ ...location, ...review?.change?.location }) as Partial<Location>

/** Returns what the inputs of an edit hold. */
export function inputsOf(event: OsdiEvent): Record<string, string> {
  const change = event.review?.change
  const clock = (text: string | null | undefined) => (text ?? '').slice(0, 16)
  const where = shownLocation(event)
  const access = change?.accessibility === undefined ? event.accessibility : change.accessibility
  const textOf = (name: 'description' | 'instructions') =>
    (change?.[name] === undefined ? event[name] : change[name]) ?? ''
  return {
    title: change?.title ?? event.title,
    description: typedOfHtml(textOf('description')),
    start: clock(change?.start_date ?? event.start_date),
    end: clock(change?.end_date === undefined ? event.end_date : change.end_date),
    mode: (change?.attendance_mode ?? event.attendance_mode) === 'online' ? 'online' : 'in_person',
    where: inOneLine(where),
    country: where.country ?? '',
    join_url: typedOfHtml(textOf('instructions')),
    capacity: event.capacity === undefined ? '' : String(event.capacity),
    address_shown: event.address_shown ?? 'everybody',
    kind: event.kind ?? '',
    ...Object.fromEntries([...ACCESS_PARTS, 'notes' as const].map((part) => [`access_${part}`, access?.[part] ?? ''])),
    ...(event.waitlist && { waitlist: 'on' }),
    revision: String(event.revision),
  }
}

/** Returns the form by which a host edits the event. */
export function editPage(tools: Tools, typed: Typed, status = 200, warning?: string): Answer {
  const { site, token, event, campaign, locale, isTrusted } = tools
  const { hosting: texts } = locale
  return toolPage(
    tools,
    'edit',
    <>
      {warning && <Warning>{warning}</Warning>}
      {event.review && event.status === undefined && <p>{isTrusted ? texts.edit_trusted : texts.edit_waits}</p>}
      <form class="stack g6" method="post" action={hostLink(site, token).href}>
        <input type="hidden" name="action" value="edit" />
        <input type="hidden" name="revision" value={typed.inputs['revision']} />
        <EventInputs
          locale={locale}
          typed={typed}
          days={{ from: campaign.hosting_from, until: campaign.hosting_until }}
        >
          <label class="check span">
            <input type="checkbox" name="waitlist" value="on" checked={typed.inputs['waitlist'] === 'on'} />
            <span>{texts.waitlist}</span>
          </label>
        </EventInputs>
        <p class="line">
          <button class="btn main big">{isDeclined(event) ? texts.send_again : texts.save}</button>
        </p>
      </form>
    </>,
    status,
  )
}

/** Returns the form by which a host writes to who comes. */
export function writePage(tools: Tools, typed: Typed, status = 200, warning?: string): Answer {
  const { site, token, event, locale } = tools
  const { hosting: texts, lang } = locale
  const { accepted } = event.totals
  return toolPage(
    tools,
    'write',
    accepted === 0 ? (
      <p>{texts.nobody_comes}</p>
    ) : (
      <>
        {warning && <Warning>{warning}</Warning>}
        <p>{texts.write_hint}</p>
        <form class="card stack" method="post" action={hostLink(site, token).href}>
          <input type="hidden" name="action" value="write" />
          <input type="hidden" name="draft" value={typed.inputs['draft']} />
          <Input
            texts={texts}
            typed={typed}
            name="subject"
            label={texts.subject}
            isWide
            attributes={{ required: true }}
          />
          <Input texts={texts} typed={typed} name="message" label={texts.message} rows={8} />
          <p class="line">
            <button class="btn main">{counted(lang, texts.send, accepted)}</button>
          </p>
        </form>
      </>
    ),
    status,
  )
}

/** Returns the question before an event is canceled. */
export function cancelPage(tools: Tools): Answer {
  const { site, token, event, locale } = tools
  const { hosting: texts, lang } = locale
  const { accepted, waitlisted, requested } = event.totals
  const people = accepted + waitlisted + requested
  return toolPage(
    tools,
    'cancel',
    <>
      <section class="card stack">
        <h2>{texts.cancel_title}</h2>
        {people > 0 && <p>{counted(lang, texts.cancel_hint, people)}</p>}
        <form class="line" method="post" action={hostLink(site, token).href}>
          <button class="btn danger" name="action" value="cancel">
            {texts.cancel}
          </button>
          <a class="btn ghost" href={hostLink(site, token).href}>
            {texts.keep}
          </a>
        </form>
      </section>
    </>,
  )
}
