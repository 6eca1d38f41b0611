import { event as ar } from './ar.json'
import { event as en } from './en.json'
import { event as es } from './es.json'
import { event as nb } from './nb.json'

/** A text that depends on a number, by the categories of `Intl.PluralRules`. Its number is at `{count}`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The texts that a language has where English has these. Which plurals there are is its own. */
export type TextsOf<English> = { [Key in keyof English]: English[Key] extends string ? string : Plural }

/** The texts of an event, wherever it is shown, in one language. */
export type Messages = TextsOf<typeof en>

/** By the language of each. Tests add one. */
export const catalog: Record<string, Messages> = { en, es, ar, nb }

/**
 * The languages that have texts, each by its own name with a capital. `Intl` knows them too, and takes more than 5 ms
 * of a cold page to load the names of all languages.
 */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'es', name: 'Español' },
  { tag: 'ar', name: 'العربية' },
  { tag: 'nb', name: 'Norsk bokmål' },
]

/** The language of texts where nothing names another. */
export const DEFAULT_LANGUAGE = 'en'

/** Languages without texts, and the nearest one that has them: most Norwegians read Bokmål. */
const KIN: Record<string, string> = { no: 'nb', nn: 'nb' }

/** Returns the language of the texts nearest to one: `es` for `es-MX`, undefined where there are none. */
export function nearestTo(catalog: Record<string, unknown>, language: string): string | undefined {
  const base = language.split('-')[0]?.toLowerCase() as string
  return [language, base, KIN[base]].find((tag) => tag !== undefined && Object.hasOwn(catalog, tag))
}

/** The texts nearest to a language, with their own; those of `en` where there are none. */
export function nearestOf<Texts>(catalog: Record<string, Texts>, language = DEFAULT_LANGUAGE) {
  const nearest = nearestTo(catalog, language) ?? DEFAULT_LANGUAGE
  return { language: nearest, messages: catalog[nearest] as Texts }
}

/** Returns the way from a language to the texts nearest to it. */
export const textsIn =
  <Texts>(catalog: Record<string, Texts>) =>
  (language: string): Texts =>
    nearestOf(catalog, language).messages

export const messagesFor = (language: string) => nearestOf(catalog, language)

/** Fills in what stands in braces. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces)

/** The text for a number, with the number as the language writes it. */
export const counted = (language: string, plural: Plural, count: number): string =>
  filled(plural[new Intl.PluralRules(language).select(count)] ?? plural.other, {
    count: new Intl.NumberFormat(language).format(count),
  })
