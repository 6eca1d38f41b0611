import type { Child } from 'hono/jsx'
import { directionOf, isLanguage, spelledLanguage } from '../fields/language.js'
import {
  type Messages,
  catalog,
  DEFAULT_LANGUAGE,
  messagesFor,
  nearestTo,
  type TextsOf,
  textsIn,
} from '../texts/messages.js'
import { pages as ar } from '../texts/ar.json'
import { pages as en } from '../texts/en.json'
import { pages as es } from '../texts/es.json'
import { pages as nb } from '../texts/nb.json'

/** The texts of the pages for guests that no other site shows: the page of an event, the answer, and one's own RSVP. */
export type PageTexts = TextsOf<typeof en>

/** By the language of each. Tests add one. */
export const pageCatalog: Record<string, PageTexts> = { en, es, ar, nb }

/** Returns the texts nearest to a language; the English ones where there are none. */
const pageTexts = textsIn(pageCatalog)

/** The language of a page, and its texts. */
export interface Locale {
  lang: string
  dir: 'ltr' | 'rtl'
  messages: Messages
  texts: PageTexts
}

/** The language and the direction of an element. */
export interface Spoken {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** A request, as far as it says what languages its reader speaks. */
export interface Heard {
  headers: Record<string, string | undefined>
  rawQueryString?: string
}

/** The parameter of the query by which a reader chooses a language. */
export const LANGUAGE_PARAMETER = 'lang'

/** The header of answers that depend on the languages of their reader. */
export const VARIES = { vary: 'accept-language' }

/** Returns the locale of a page without a reader that is known. @param language of its texts */
export function localeOf(language = DEFAULT_LANGUAGE): Locale {
  const { language: known, messages } = messagesFor(language)
  const lang = baseOf(known) === baseOf(language) ? language : known
  return { lang, dir: directionOf(lang), messages, texts: pageTexts(lang) }
}

/**
 * Returns the locale of a reader: the language of the address, or else the first one of their browser that has texts,
 * or else that of what the page shows. Who chooses Spanish by a link reads it as their browser does, such as in Mexico.
 * @param language of what the page shows
 */
export function readersLocale({ headers, rawQueryString = '' }: Heard, language?: string): Locale {
  const chosen = new URLSearchParams(rawQueryString).get(LANGUAGE_PARAMETER) ?? ''
  const accepted = (headers['accept-language'] ?? '')
    .split(',')
    .map((each) => each.split(';')[0]?.trim() ?? '')
    .slice(0, MOST_LANGUAGES)
  const regional = accepted.filter((tag) => baseOf(tag) === chosen.toLowerCase())
  const wanted = [...regional, chosen, ...accepted].find(
    (tag) => isLanguage(tag) && nearestTo(catalog, tag) !== undefined,
  )
  return localeOf(wanted === undefined ? language : spelledLanguage(wanted))
}

/** A browser names no more. */
const MOST_LANGUAGES = 10

const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase() as string

/** Returns the attributes of an element with texts of an event or a group, where these are in another language. */
export const spokenIn = (language: string = DEFAULT_LANGUAGE, { lang }: Pick<Locale, 'lang'>): Spoken =>
  baseOf(language) === baseOf(lang) ? {} : { lang: language, dir: directionOf(language) }

/** A text with elements in place of what stands in braces. */
export const Filled = ({ text, values }: { text: string; values: Record<string, Child> }) => (
  <>{text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? values[part] : part))}</>
)
