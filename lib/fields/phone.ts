import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/*
 * Phone numbers of the whole world. Two numbers are one if their digits with the code of the country are the same,
 * however they are typed: this is the one place that decides it.
 */

/** A number within a house, behind the one that is dialed. */
const EXTENSION = /\s*(?:;ext=|,?\s*(?:x|ext\.?|extension|#))\s*\d{1,7}$/i

/**
 * Returns a number as it was typed, without what copying adds to it: marks of direction, wide and Arabic digits,
 * `tel:`, dashes of typographers, the `.0` of a spreadsheet.
 */
export const tidiedPhone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\p{Pd}/gu, '-')
    .replace(/^\s*tel:\s*/i, '')
    .replace(/^(\+?\d{7,15})\.0+$/, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a tidied text can be a number: 7 to 15 digits with what people write between them. */
export const isPhone = (tidied: string): boolean => {
  const text = dialed(tidied)
  return /^\+?[\d\s()./-]+$/.test(text) && /^\d{7,15}$/.test(digitsOf(text).replace(/^(00|011)(?=\d{10})/, ''))
}

/** Whether a number names its country by itself, so that none has to be known. */
export const hasCountryCode = (typed: string): boolean => typed.startsWith('+')

/**
 * Returns the digits by which a number is matched, with the code of its country: `4722129956`. A number that fits
 * nowhere keeps its digits.
 * @param country where a number without a code is dialed
 */
export function phoneNumberIn(typed: string, country = 'US'): string {
  const numbers = readingsOf(typed).map((each) => parsePhoneNumberFromString(each, country as CountryCode))
  const found = numbers.find((each) => each?.isValid()) ?? (numbers[0]?.isPossible() ? numbers[0] : undefined)
  return found?.number.slice(1) ?? digitsOf(dialed(tidiedPhone(typed)))
}

/**
 * The ways to read a number: who writes 00 means a code, also where another prefix is dialed; and digits alone may be
 * a number as documents show it.
 */
function readingsOf(typed: string): string[] {
  const text = tidiedPhone(typed)
  return hasCountryCode(text) ? [text] : [text, digitsOf(dialed(text)).replace(/^0*/, '+')]
}

/** Whether a number as typed is one that is kept, where it is read in the country of the latter. */
export function isSamePhone(kept: string, typed: string): boolean {
  if (digitsOf(typed) === kept) return true
  const code = parsePhoneNumberFromString(`+${kept}`)?.countryCallingCode
  return (
    code !== undefined &&
    readingsOf(typed).some(
      (each) => parsePhoneNumberFromString(each, { defaultCallingCode: code })?.number === `+${kept}`,
    )
  )
}

const dialed = (text: string) => text.replace(EXTENSION, '')

const digitsOf = (text: string) => text.replace(/\D/g, '')
