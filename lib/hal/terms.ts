import { type DefaultTerms, type Terms, idOfTerms, termsOf } from '../domain/consent.js'
import type { OwnerSettings } from '../domain/owner-settings.js'

const DEFAULT: DefaultTerms = {
  consent:
    'The organisers of this event receive what you enter. They may write to you about this event and others.',
  consent_with_opt_in:
    'The organisers of this event receive what you enter. They may write to you about this event.',
}

/** Returns what the RSVP form of an owner says beside its button. */
export const termsFor = (settings: OwnerSettings): Terms => termsOf(settings, DEFAULT)

/** Serializes the terms for a form, which sends their id back. */
export const termsResource = (terms: Terms) => ({ id: idOfTerms(terms), ...terms })
