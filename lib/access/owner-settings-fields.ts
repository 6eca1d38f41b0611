import { check, integer, maxLength, maxValue, minValue, number, pipe, regex, transform } from 'valibot'
import { slugFaults, typedSlug } from '../resources/slug.js'
import { FORGET_AFTER } from './owner-settings.js'
import { lineOf, text, webAddress } from '../fields/values.js'

/*
 * The values of settings that a group or an account may enter. Each attendance of the RSVP form keeps the texts about
 * consent and the address of the policy, so these are short: up to 1 KB costs the fewest units.
 */

const entered = (most: number) => pipe(lineOf(most), regex(/\S/, 'must not be empty'))

/** Days after the end of an event. */
export const forgetAfter = pipe(
  number('must be a number'),
  integer('must be a whole number'),
  minValue(FORGET_AFTER.least, `must be at least ${FORGET_AFTER.least}`),
  maxValue(FORGET_AFTER.most, `must be at most ${FORGET_AFTER.most}`),
)

/** The name of a group. */
export const groupTitle = entered(200)
export const consentText = entered(300)
export const optInText = entered(150)
export const privacyPolicyUrl = pipe(webAddress, maxLength(200, 'must have at most 200 characters'))
/** A color as browsers send a chosen one. */
export const color = pipe(text, regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #2b4fd6'))
export const logoUrl = pipe(webAddress, maxLength(300, 'must have at most 300 characters'))
/** The last part of a readable address, or a whole one that was pasted. */
export const slugText = pipe(
  text,
  check(
    (typed) => slugFaults(typed).length === 0,
    'must be 3 to 60 letters from a to z, digits and single hyphens, and no word of the service',
  ),
  transform(typedSlug),
)
/** A postal address in one line or several, as the law of many countries asks for it in messages to many people. */
export const mailAddress = pipe(
  text,
  regex(/\S/, 'must not be empty'),
  maxLength(300, 'must have at most 300 characters'),
)
