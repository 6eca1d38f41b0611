import { type Terms, idOfTerms, termsOf } from '../domain/consent.js'
import type { OwnerSettings } from '../domain/owner-settings.js'
import { DEFAULT_LANGUAGE, messagesFor } from '../messages/messages.js'

/** Returns what the RSVP form of an event says beside its button. @param language of the event, if it names one */
export const termsFor = (settings: OwnerSettings, language?: string): Terms =>
  termsOf(settings, messagesFor(language ?? settings.language ?? DEFAULT_LANGUAGE).messages)

/** Serializes the terms for a form, which sends their id back. */
export const termsResource = (terms: Terms) => ({ id: idOfTerms(terms), ...terms })
