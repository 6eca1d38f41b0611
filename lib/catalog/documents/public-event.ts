import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Location } from '../../locations/location.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { stateOf } from '../../events/event-state.js'
import { originPolicy } from '../../events/origin.js'
import { mostGuests } from '../../attendances/guests.js'
import { directionOf } from '../../fields/language.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { DEFAULT_LANGUAGE, type Messages, messagesFor } from '../../texts/messages.js'
import { addToCalendar } from '../../calendars/add-to-calendar.js'
import { placeOf } from '../../events/event-place.js'
import { accessText, kindText } from '../../events/accessibility-texts.js'
import { eventFields } from '../../events/event-fields.js'
import { ownNames, serialize } from '../../fields/vocabulary.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import { type Site, native } from '../../runtime/site.js'
import { browserUrl } from '../../events/documents/browser-url.js'
import { embedLink } from '../../events/documents/embed.js'
import { link } from '../../hal/links.js'
import { rsvpFormPath, termsFor } from '../../visitors/documents/rsvp.js'
import { termsResource } from '../../visitors/consent.js'
import type { Resource } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

const { title, description, browser_url, start_date, end_date, location, status } = eventFields
const { start_date_utc, end_date_utc, timezone_identifier, language, attendance_mode, questions } = eventFields
const { rsvps_open, rsvps_close, kind, accessibility } = eventFields

/** The public fields of an event, without prefixes: the document is ours. `status` is shown of canceled ones alone. */
export const pageVocabulary = ownNames(
  {
    title,
    description,
    browser_url,
    start_date,
    end_date,
    location,
    status,
    start_date_utc,
    end_date_utc,
    timezone_identifier,
    language,
    attendance_mode,
    questions,
    rsvps_open,
    rsvps_close,
    kind,
    accessibility,
  },
  {
    start_date_utc: 'start_date_utc',
    end_date_utc: 'end_date_utc',
    language: 'language',
    attendance_mode: 'attendance_mode',
    questions: 'questions',
    rsvps_open: 'rsvps_open',
    rsvps_close: 'rsvps_close',
    kind: 'kind',
    accessibility: 'accessibility',
  },
)

type Shown = Pick<OsdiEvent, 'id' | 'title' | 'location' | 'origin' | 'hidden'> & Partial<OsdiEvent>

/** The fields of an event's embed besides the event. */
export interface Circumstances {
  browser_rsvps: boolean
  places_left?: number
  settings: OwnerSettings
}

/** Serializes an event for its embed, with the link to the form if browsers may record attendances. */
export function publicEvent(
  site: Site,
  event: Shown,
  { browser_rsvps: takesRsvps, places_left, settings }: Circumstances,
  now: Date,
): Resource {
  const browser_rsvps = takesRsvps && event.status !== 'cancelled'
  const calendars = addToCalendar(site, event)
  const form = rsvpFormPath(event.id)
  const kind_text = kindText(event.kind, event.language)
  const accessibility_text = accessText(event.accessibility, event.language)
  return {
    ...serialize(pageVocabulary, event, site, {
      ...computed(site, event),
      description: event.description && sanitizeHtml(event.description),
    }),
    ...where(event, event.language),
    ...spoken(event.language, saidOf(event, browser_rsvps)),
    ...(kind_text && { kind_text }),
    ...(accessibility_text && { accessibility_text }),
    state: stateOf(event, places_left, now),
    ...(places_left !== undefined && { places_left }),
    ...(event.waitlist && { waitlist: true }),
    ...(event.approval && { approval: true }),
    ...(browser_rsvps && mostGuests(event) > 0 && { max_guests: mostGuests(event) }),
    ...(settings.color && { color: settings.color }),
    browser_rsvps,
    ...(browser_rsvps && { consent: termsResource(termsFor(settings, event)) }),
    ...(calendars && { add_to_calendar: calendars }),
    _links: {
      self: embedLink(site, 'events', event.id),
      ...(browser_rsvps && {
        ...(form && { [native(site, 'rsvp_form')]: { href: site.publicUrl + form } }),
        'osdi:record_attendance_helper': link(site, v2, 'events', event.id, 'attendances'),
      }),
    },
  }
}

/** Instants are left out where the time zone is unknown: they would be those of UTC. */
function computed(site: Site, event: Shown) {
  const timezone_identifier = timeZoneOf(event)
  return {
    browser_url: browserUrl(site, event),
    location: addressOf(event.location),
    timezone_identifier,
    ...(timezone_identifier === undefined && { start_date_utc: undefined, end_date_utc: undefined }),
    status: event.status,
  }
}

/** The location in one line, as its country writes it. */
function where(event: Shown, language: string = DEFAULT_LANGUAGE) {
  const line = placeOf(event, { lang: language, messages: messagesFor(language).messages })
  return line ? { where: line } : {}
}

/** Texts of the widget about times, about a campaign, about an event, and in a form. */
const SHARED_TEXTS: (keyof Messages)[] = ['your_time', 'cancelled']
const CAMPAIGN_TEXTS: (keyof Messages)[] = [...SHARED_TEXTS, 'no_events']
const EVENT_TEXTS: (keyof Messages)[] = [
  ...SHARED_TEXTS,
  'over',
  'not_open',
  'closed',
  'opens_at',
  'closed_at',
  'full',
  'places_left',
  'more',
  'no_rsvps',
]
const FORM_TEXTS: (keyof Messages)[] = [
  ...EVENT_TEXTS,
  'given_name',
  'family_name',
  'email',
  'postal_code',
  'guests',
  'leave_empty',
  'privacy_policy',
  'rsvp',
  'sending',
  'working',
  'recorded',
  'not_recorded',
  'check_entries',
  'too_many',
  'waitlist',
  'terms_changed',
  'wrong_email',
  'wrong_guests',
  'full_for_guests',
  'wrong_entry',
  'have_place',
  'you_wait',
  'keep_place',
  'add_to_calendar',
  'calendar_file',
  'share',
  'link_copied',
]

const saidOf = (event: Shown, hasForm: boolean): (keyof Messages)[] => {
  if (!hasForm) return EVENT_TEXTS
  const asked: (keyof Messages)[] = event.questions?.length ? ['optional_answer', 'wrong_answer'] : []
  const approved: (keyof Messages)[] = event.approval
    ? ['ask_to_come', 'is_approved', 'you_asked', 'answer_follows']
    : []
  const all = [...FORM_TEXTS, ...asked, ...approved]
  return originPolicy(event).autoresponse ? [...all, 'mail_follows'] : all
}

/** The language of the widget, and its texts. */
function spoken(language: string = DEFAULT_LANGUAGE, said: (keyof Messages)[]) {
  const { language: texts_language, messages } = messagesFor(language)
  return {
    language,
    direction: directionOf(language),
    texts_language,
    texts: Object.fromEntries(said.map((name) => [name, messages[name]])),
  }
}

/** Serializes a campaign for its embed, with its events in the given order. @param settings of its owner */
export const publicCampaign = (
  site: Site,
  campaign: EventCampaign,
  events: Shown[],
  { language, color }: Pick<OwnerSettings, 'language' | 'color'>,
): Resource => ({
  title: campaign.title,
  ...(campaign.description && { description: sanitizeHtml(campaign.description) }),
  ...(campaign.browser_url && { browser_url: campaign.browser_url }),
  ...spoken(language, CAMPAIGN_TEXTS),
  ...(color && { color }),
  events: events.map((event) => ({
    ...serialize(pageVocabulary, event, site, { ...computed(site, event), description: undefined }),
    ...where(event, language),
    _links: { self: embedLink(site, 'events', event.id) },
  })),
  _links: { self: embedLink(site, 'event_campaigns', campaign.id) },
})

/** Coordinates are left out, because approximate ones would look exact. */
const addressOf = ({ venue, address_lines, locality, region, postal_code, country }: Location) => ({
  venue,
  address_lines,
  locality,
  region,
  postal_code,
  country,
})
