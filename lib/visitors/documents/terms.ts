import { type FormTerms, termsOf } from '../consent.js'
import type { OsdiEvent } from '../../events/event.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import { DEFAULT_LANGUAGE, messagesFor } from '../../texts/messages.js'

/** Returns what the RSVP form of an event says beside its button. */
export const termsFor = (
  settings: OwnerSettings,
  { language = settings.language ?? DEFAULT_LANGUAGE, consent_text }: Pick<OsdiEvent, 'language' | 'consent_text'>,
): FormTerms => termsOf({ ...settings, ...(consent_text && { consent_text }) }, messagesFor(language).messages)
