import type { Fault } from '../runtime/errors.js'

/** A word that programs of mail turn into a link: an address of the web or of mail, a name of a host, an IP address. */
const LINK = /\S*(?::\/\/|@|[\p{L}\p{N}-][.\u3002]\p{L}{2,}|\d{1,3}(?:[.\u3002]\d{1,3}){3})\S*/gu

/** A number that a phone would call: a day has fewer digits. */
const PHONE = /(?:\+|\()?\d(?:[\s().-]{0,3}\d){8,}/g

/** Returns a text of a stranger without what would become a link. Letters of other widths are links as well. */
export const withoutLinks = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(LINK, '…')
    .replaceAll(PHONE, '…')

/**
 * Returns a fault for each text of a stranger that has a link. Guests of a host may be addresses that anybody entered,
 * so a host whom no one on the team has looked at writes to them without links.
 */
export const faultsOfLinks = (texts: Record<string, string>): Fault[] =>
  Object.entries(texts)
    .filter(([, text]) => new RegExp(LINK).test(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')))
    .map(([name]) => ({ error_code: 'links', description: `${name} must be without links`, properties: [name] }))
