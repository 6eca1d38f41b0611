/** Whether a text is a language tag (BCP 47) with a code of ISO 639, which has two or three letters: `es`, `pt-BR`. */
export const isLanguage = (tag: string): boolean =>
  tag.length <= 35 && /^[a-z]{2,3}(-|$)/i.test(tag) && spelled(tag) !== undefined

/** The tag as BCP 47 spells it: `pt-BR` for `pt-br`. */
export const spelledLanguage = (tag: string): string => spelled(tag) ?? tag

function spelled(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const FROM_THE_RIGHT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** The languages of most pages, with or without a country. The first question for a script takes 1.6 ms. */
const LATIN = /^(en|es)(-[A-Z]{2})?$/

/** The direction in which a language is written, by its usual script. @param tag of `isLanguage` */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  !LATIN.test(tag) && FROM_THE_RIGHT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
