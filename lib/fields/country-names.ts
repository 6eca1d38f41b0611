import { COUNTRIES, isCountry } from './country.js'

const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))

let codes: ReadonlyMap<string, string> | undefined

/** The codes of countries by their names in small letters, in English and in the language of most people there. */
const codesByName = () =>
  (codes ??= new Map([
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .flatMap((code) => [ownName(code), countryName(code)].map((name) => [name.toLowerCase(), code] as const)),
    ...(['usa', 'u.s.', 'u.s.a.', 'united states of america'] as const).map((name) => [name, 'US'] as const),
    ...(['uk', 'great britain', 'england'] as const).map((name) => [name, 'GB'] as const),
  ]))

/** Returns the code of a country that a file names; the text itself where it names none. */
export const countryIn = (text: string): string => codesByName().get(text.toLowerCase()) ?? text

/** `Norge`, `Deutschland`. */
function ownName(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
}

let names: Intl.DisplayNames | undefined

/** Returns the English name of a country. */
export const countryName = (code: string): string =>
  (names ??= new Intl.DisplayNames(['en'], { type: 'region' })).of(code) ?? code

const listed = new Map<string, (readonly [code: string, name: string])[]>()

/**
 * Returns all countries by their names in a language, in its order, for a form. A process makes a list once: it takes
 * longer than the rest of a page.
 */
export function countriesIn(language: string): (readonly [code: string, name: string])[] {
  const known = listed.get(language)
  if (known) return known
  const nameOf = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  const all = [...COUNTRIES]
    .map((code) => [code, nameOf.of(code) ?? code] as const)
    .sort(([, one], [, other]) => compare(one, other))
  listed.set(language, all)
  return all
}
