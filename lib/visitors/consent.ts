import { createHash } from 'node:crypto'
import type { Consent } from '../attendances/attendance-fields.js'
import { OsdiError } from '../runtime/errors.js'
import { type OwnerSettings, subscribesUnasked } from '../access/owner-settings.js'

/** The terms beside the button of the RSVP form. */
export interface Terms {
  /** The use of the data. */
  text: string
  /** The text of a box: who ticks it may be written to about more than the event. Absent where there is no box. */
  opt_in_text?: string
  privacy_policy_url?: string
}

/** The terms of a form, and what follows from them. */
export interface FormTerms extends Terms {
  /** Whether a new person is subscribed who has seen no box. */
  subscribes: boolean
  /** The terms as pages in other languages show them. */
  translations?: readonly Terms[]
}

/** The texts of an owner who has set none. */
export interface DefaultTerms {
  /** The default text for forms that subscribe new people. */
  consent: string
  /** The default text for the others. */
  consent_with_opt_in: string
}

/** Returns what the form of an owner says. */
export function termsOf(settings: OwnerSettings, { consent, consent_with_opt_in }: DefaultTerms): FormTerms {
  const { consent_text, opt_in_text, privacy_policy_url } = settings
  const subscribes = subscribesUnasked(settings)
  return {
    text: consent_text ?? (subscribes ? consent : consent_with_opt_in),
    ...(opt_in_text && { opt_in_text }),
    ...(privacy_policy_url && { privacy_policy_url }),
    subscribes,
  }
}

/** Identifies terms by what they say. A form sends it back, which shows what the visitor has read. */
const idOfTerms = ({ text, opt_in_text, privacy_policy_url }: Terms): string =>
  createHash('sha256')
    .update(JSON.stringify([text, opt_in_text, privacy_policy_url]))
    .digest('hex')
    .slice(0, 16)

/** Serializes terms for a form, which sends their id back. */
export const termsResource = (terms: Terms) => ({
  id: idOfTerms(terms),
  text: terms.text,
  ...(terms.opt_in_text && { opt_in_text: terms.opt_in_text }),
  ...(terms.privacy_policy_url && { privacy_policy_url: terms.privacy_policy_url }),
})

/** A visitor's agreement to the terms of a form. */
export interface Agreement {
  /** The id of the terms that it showed. A form without terms sends none. */
  consent?: string | undefined
  isOptedIn: boolean
  /** The address of the page that the form is about; none where it has no box. */
  page?: string | undefined
}

/**
 * Returns what the visitor has agreed to.
 * @returns undefined for a form that showed no terms
 * @throws OsdiError invalid when the owner has changed the terms since the form was shown
 */
export function consentOf(
  terms: Terms & Pick<FormTerms, 'translations'>,
  { consent, isOptedIn }: Agreement,
  now: Date,
): Consent | undefined {
  if (!consent) return undefined
  const read = [terms, ...(terms.translations ?? [])].find((each) => consent === idOfTerms(each))
  if (!read) throw new TermsChanged(terms)
  const { text, opt_in_text, privacy_policy_url } = read
  return {
    text,
    ...(privacy_policy_url && { privacy_policy_url }),
    ...(opt_in_text && isOptedIn && { opt_in: opt_in_text }),
    date: now.toISOString(),
  }
}

/** The answer has the present terms, because copies of the form may be in caches. */
class TermsChanged extends OsdiError {
  constructor(
    terms: Terms,
    override readonly more = { consent: termsResource(terms) },
  ) {
    const description = 'The text beside the button has changed. Show it, and send its id in consent'
    super('invalid', description, [{ error_code: 'terms_changed', description, properties: ['consent'] }])
  }
}
