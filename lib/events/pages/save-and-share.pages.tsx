import type { Site } from '../../runtime/site.js'
import { addToCalendar } from '../../calendars/add-to-calendar.js'
import { browserUrl } from '../documents/browser-url.js'
import { Icon } from '../../pages/icons.js'
import type { Locale } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'
import { DirectionsLink } from './place/where.pages.js'
import { directionsTo } from '../event-place.js'

interface Parts {
  site: Site
  event: PageContent['event']
  locale: Locale
}

/** Links that put an event into a calendar; nothing for an event without a date. @param file another than anybody's */
export function CalendarLinks({ site, event, locale: { texts }, file }: Parts & { file?: string | undefined }) {
  const calendars = addToCalendar(site, event)
  if (!calendars) return null
  const link = (address: string, text: string) => (
    <a class="chip" href={address} rel="noopener noreferrer">
      <Icon name="calendar-plus" />
      {text}
    </a>
  )
  return (
    <div class="line">
      {link(file ?? calendars.icalendar, texts.apple_outlook)}
      {link(calendars.google, 'Google Calendar')}
      {link(calendars.outlook, 'Outlook.com')}
    </div>
  )
}

/** Links for a guest who comes: into a calendar, and to the place where it can be reached. */
export function GuestLinks({ site, event, locale, file }: Parts & { file?: string | undefined }) {
  const directions = directionsTo(event)
  return (
    <>
      <CalendarLinks site={site} event={event} locale={locale} file={file} />
      {directions && (
        <p>
          <DirectionsLink address={directions} locale={locale} />
        </p>
      )}
    </>
  )
}

/** The words of a person who passes an event on, and the code by which their friends count. */
export interface Invitation {
  text: string
  code?: string | undefined
}

/** Links that pass an event on. Each way names itself as the source of its RSVPs. */
export function ShareLinks({
  site,
  event,
  locale: { texts },
  invitation,
}: Parts & { invitation?: Invitation | undefined }) {
  const address = browserUrl(site, event)
  if (address === undefined) return null
  const isOwn = address.startsWith(site.publicUrl)
  const ref = invitation?.code ? `&ref=${invitation.code}` : ''
  const text = (source: string) =>
    encodeURIComponent(`${invitation?.text ?? event.title} ${address}${isOwn ? `?source=${source}${ref}` : ''}`)
  return (
    <ul class="line" role="list">
      <li>
        <a class="chip" href={`https://wa.me/?text=${text('whatsapp')}`} rel="noopener noreferrer">
          <Icon name="message-circle" />
          WhatsApp
        </a>
      </li>
      <li>
        <a class="chip" href={`sms:?&body=${text('text')}`}>
          <Icon name="message-square" />
          {texts.text_message}
        </a>
      </li>
      <li>
        <a class="chip" href={`mailto:?subject=${encodeURIComponent(event.title)}&body=${text('mail')}`}>
          <Icon name="mail" />
          {texts.mail}
        </a>
      </li>
    </ul>
  )
}
