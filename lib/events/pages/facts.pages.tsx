import { townLine } from '../../locations/location.js'
import { isOnline } from '../event-state.js'
import { Icon } from '../../pages/icons.js'
import type { Locale } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'
import { regionName } from '../event-place.js'
import { DateBlock, DayAndTime } from './event-time.pages.js'
import type { Contact } from '../contact.js'
import { ACCESS_PARTS, type Accessibility } from '../accessibility.js'

interface Parts {
  event: PageContent['event']
  locale: Locale
}

/** When and where an event takes place. */
export const Facts = ({ event, locale }: Parts) => (
  <ul class="facts" role="list">
    {event.start_date && (
      <li>
        <DateBlock start={event.start_date} lang={locale.lang} />
        <div>
          <DayAndTime event={event} locale={locale} />
        </div>
      </li>
    )}
    <PlaceFact event={event} locale={locale} />
    {isOnline(event.attendance_mode) && (
      <li>
        <span class="tile">
          <Icon name="video" />
        </span>
        <p>
          <strong>{locale.messages.online}</strong>
          <span class="quiet">{locale.texts.online_link}</span>
        </p>
      </li>
    )}
  </ul>
)

/** The venue, and below it its address; or the town, where the address is for people who come. */
function PlaceFact({ event: { location, attendance_mode, address_shown }, locale }: Parts) {
  if (attendance_mode === 'online') return null
  const [name, ...rest] = placeLines(location, locale)
  if (!name) return null
  const below = address_shown === 'guests' ? locale.texts.hidden_address : rest.join(', ')
  return (
    <li>
      <span class="tile">
        <Icon name="map-pin" />
      </span>
      <p class="turnout-place">
        <strong>{address_shown === 'guests' ? [name, ...rest].join(', ') : name}</strong>
        {/* An address that begins with a number keeps its order on pages from right to left. */}
        {below && (
          <span class="quiet">
            <bdi>{below}</bdi>
          </span>
        )}
      </p>
    </li>
  )
}

/** Returns the parts of an address, the most exact first. */
export function placeLines(location: PageContent['event']['location'], { lang }: Pick<Locale, 'lang'>): string[] {
  const { venue, address_lines: [street] = [], locality, region, postal_code, country } = location
  const town = townLine(locality, region, postal_code, country)
  const abroad = country === 'US' ? undefined : regionName(lang, country)
  return [venue, street, town, town || venue || street ? abroad : undefined].filter(
    (each) => each !== undefined && each !== '',
  ) as string[]
}

/** The person who answers questions about an event, with what is known of them as links. */
export const ContactSection = ({ contact, locale: { texts } }: { contact: Contact; locale: Locale }) => (
  <section class="stack" aria-labelledby="contact">
    <h2 id="contact">{texts.contact}</h2>
    <p class="line">
      {contact.name && <bdi>{contact.name}</bdi>}
      {contact.email_address && <a href={`mailto:${contact.email_address}`}>{contact.email_address}</a>}
      {contact.phone_number && (
        <a href={`tel:${contact.phone_number.replace(/[^+\d]/g, '')}`} dir="ltr">
          {contact.phone_number}
        </a>
      )}
    </p>
  </section>
)

/** The accessibility of a place: what it has, what it lacks, and notes. */
export function AccessSection({
  accessibility,
  locale: { messages },
}: {
  accessibility: Accessibility
  locale: Locale
}) {
  const known = ACCESS_PARTS.filter((part) => accessibility[part] && accessibility[part] !== 'unknown')
  if (known.length === 0 && !accessibility.notes) return null
  return (
    <section class="stack" aria-labelledby="access">
      <h2 id="access">{messages.accessibility}</h2>
      {known.length > 0 && (
        <ul>
          {known.map((part) => (
            <li>{`${messages[`access_${part}`]}: ${messages[`access_${accessibility[part] ?? 'unknown'}`]}`}</li>
          ))}
        </ul>
      )}
      {accessibility.notes && (
        <p>
          <bdi>{accessibility.notes}</bdi>
        </p>
      )}
    </section>
  )
}
