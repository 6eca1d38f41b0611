import { type Terms, idOfTerms, termsOf } from '../domain/consent.js'
import type { OwnerSettings } from '../domain/owner-settings.js'
import { DEFAULT_LANGUAGE, messagesFor } from '../messages/messages.js'

/** Returns what the RSVP form of an event says beside its button. @param language of the event */
export const termsFor = (settings: OwnerSettings, language = DEFAULT_LANGUAGE): Terms =>
  termsOf(settings, messagesFor(language).messages)

/** Serializes the terms for a form, which sends their id back. */
export const termsResource = (terms: Terms) => ({ id: idOfTerms(terms), ...terms })
