import type { OsdiEvent } from '../../events/event.js'
import type { Standing } from '../browser-attendance.js'
import { type Site, native } from '../../runtime/site.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { pathsOfRooms } from '../../hal/links-of-rooms.js'
import { type FormTerms, termsOf } from '../consent.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import { DEFAULT_LANGUAGE, LANGUAGES, messagesFor } from '../../texts/messages.js'

/** Returns the path to which the RSVP form of an event is sent; undefined where no page takes it. */
export const rsvpFormPath = (event: string): string | undefined =>
  pathsOfRooms('public event', '', { id: event })[':rsvp_form']

/**
 * Serializes the answer to a visitor's RSVP: where they stand, and the instructions of the event, which are visible
 * after an RSVP (version 2, "Event"). It does not tell whether the person was known.
 */
export const rsvpAnswer = (
  site: Site,
  event: Pick<OsdiEvent, 'instructions' | 'waitlist'>,
  standing: Standing,
): object => {
  const instructions = instructionsFor(event, standing)
  return { [native(site, 'standing')]: standing, ...(instructions && { instructions }) }
}

/**
 * Returns the instructions that an answer shows, as sanitized HTML. Where people can wait, they come by mail: the
 * answer must not tell who has a seat.
 */
export const instructionsFor = (
  { instructions, waitlist }: Pick<OsdiEvent, 'instructions' | 'waitlist'>,
  standing: Standing,
): string | undefined => (standing === 'place' && !waitlist && instructions ? sanitizeHtml(instructions) : undefined)

/**
 * Returns what the RSVP form of an event says beside its button.
 * @param shown the language of the page, in which the text of the service is; the event's when absent
 */
export function termsFor(
  settings: OwnerSettings,
  { language = settings.language ?? DEFAULT_LANGUAGE, consent_text }: Pick<OsdiEvent, 'language' | 'consent_text'>,
  shown = language,
): FormTerms {
  const own = { ...settings, ...(consent_text && { consent_text }) }
  const termsIn = (tag: string) => termsOf(own, messagesFor(tag).messages)
  return { ...termsIn(shown), translations: LANGUAGES.map(({ tag }) => termsIn(tag)) }
}
