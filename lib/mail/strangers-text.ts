import type { Fault } from '../runtime/errors.js'
import { plainText } from '../markup/plain-text.js'

/**
 * What programs of mail turn into a link: an address of the web or of mail, a share, a number to call, a name of a host
 * in any script, an IP address. None has a space in it.
 */
const LINK =
  /:\/\/|@|\\\\|\b(?:mailto|tel|sms|callto|sip|skype|xmpp|magnet):\S|[^\s.\u3002][.\u3002][\p{L}\p{M}]{2}|\d{1,3}(?:[.\u3002]\d{1,3}){3}/iu

/** A number that a phone would call: a day has fewer digits. */
const PHONE = /(?:\+|\()?\d(?:[\s().-]{0,3}\d){8,}/g

/** Returns a text as it is read: letters of other widths become links as well, and so does what hides characters. */
export const asRead = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu, '')

/** Returns a text of a stranger without what would become a link. */
export const withoutLinks = (text: string): string =>
  asRead(text)
    .replaceAll(/\S+/g, (word) => (LINK.test(word) ? '…' : word))
    .replaceAll(PHONE, '…')

/** Whether a text has a number that a phone would call. */
export const hasPhone = (text: string): boolean => asRead(text).search(PHONE) >= 0

/** Whether an email that has a text, or HTML that is sanitized, has a link by it. */
const becomesLink = (text: string): boolean =>
  /<a\s/i.test(text) || [text, plainText(text)].some((each) => LINK.test(asRead(each)))

/**
 * Returns a fault for each text of a stranger that has a link. Guests of a host may be addresses that anybody entered,
 * so a host whom no one on the team has looked at writes to them without links.
 * @param texts as guests get them, not only as they were typed: Markdown has become HTML, and braces are left out
 */
export const faultsOfLinks = (texts: Record<string, string>): Fault[] =>
  Object.entries(texts)
    .filter(([, text]) => becomesLink(text))
    .map(([name]) => ({ error_code: 'links', description: `${name} must be without links`, properties: [name] }))
