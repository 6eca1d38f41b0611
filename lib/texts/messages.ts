import { ar } from './ar.js'
import { type Plural, en } from './en.js'
import { es } from './es.js'

/** The texts of the service in one language. */
export type Messages = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural }

/** By the language of each. Tests add one. */
export const catalogues = new Map<string, Messages>([
  ['en', en],
  ['es', es],
  ['ar', ar],
])

/**
 * The languages that have texts, each by its own name with a capital. `Intl` knows them too, and takes more than 5 ms
 * of a cold page to load the names of all languages.
 */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'es', name: 'Español' },
  { tag: 'ar', name: 'العربية' },
]

/** The language of texts where nothing names another. */
export const DEFAULT_LANGUAGE = 'en'

/** The texts nearest to a language, with their own: those of `es` for `es-MX`, those of `en` where there are none. */
export function messagesFor(language: string): { language: string; messages: Messages } {
  for (const tag of [language, language.split('-')[0] as string]) {
    const messages = catalogues.get(tag)
    if (messages) return { language: tag, messages }
  }
  return { language: DEFAULT_LANGUAGE, messages: en }
}

/** Fills in what stands in braces. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces)

/** The text for a number, with the number as the language writes it. */
export const counted = (language: string, plural: Plural, count: number): string =>
  filled(plural[new Intl.PluralRules(language).select(count)] ?? plural.other, {
    count: new Intl.NumberFormat(language).format(count),
  })
