/*
 * The keys of the table of locations: a kind, a country and a name within it. The builder of the table and the
 * lookup share them.
 */

/** A postal code as it is looked up, or undefined when it has not the form of the country's. */
export function postalKey(country: string, code: string): string | undefined {
  const [, found] = (country === 'CA' ? CANADIAN : AMERICAN).exec(code) ?? []
  return found && `p:${country}:${found.toUpperCase()}`
}

/** A city by its name, within a region where the region tells cities of one name apart. */
export const cityKey = (country: string, name: string, region = '') =>
  `c:${country}:${plainName(name)}:${region.trim().toUpperCase()}`

/** The most populous city of a name in the world. Its region in the table is the code of its country. */
export const worldKey = (name: string) => `w:${plainName(name)}`

/** A state or province by its code (ISO 3166-2, without the country). */
export const regionKey = (country: string, region: string) => `r:${country}:${region.trim().toUpperCase()}`

export const countryKey = (country: string) => `n:${country}`

/** The country whose form a postal code has: a digit first in the United States, a letter in Canada. */
export const countryOfForm = (code: string) => (CANADIAN.test(code) ? 'CA' : 'US')

/** Whole ZIP codes, with or without the four digits of a delivery route. */
const AMERICAN = /^\s*(\d{5})(?:[-\s]?\d{4})?\s*$/
/** The first half of a Canadian code names the area. */
const CANADIAN = /^\s*([a-z]\d[a-z])[-\s]?(?:\d[a-z]\d)?\s*$/i

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
}
const WORDS: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }

/** A name without what people leave out: accents, capitals, apostrophes, dots, the rest of abbreviated words. */
export function plainName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘ʻʼ`.]/gu, '')
    .replace(/[ßøłđðæœıþ]/g, (letter) => LETTERS[letter] ?? letter)
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => WORDS[word] ?? word).join(' ')
}
