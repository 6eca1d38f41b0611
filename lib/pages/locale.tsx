import type { Child } from 'hono/jsx'
import { directionOf } from '../domain/language.js'
import { type Messages, DEFAULT_LANGUAGE, messagesFor } from '../messages/messages.js'

/** The language of a page, and its texts. */
export interface Locale {
  lang: string
  dir: 'ltr' | 'rtl'
  messages: Messages
  /** Attributes of an element with texts of the service, where these are in another language than the page. */
  other?: { lang: string; dir: 'ltr' | 'rtl' }
}

/** The locale of an event. @param language of its texts */
export function localeOf(language = DEFAULT_LANGUAGE): Locale {
  const known = messagesFor(language)
  const isOther = known.language !== language && known.language !== language.split('-')[0]
  return {
    lang: language,
    dir: directionOf(language),
    messages: known.messages,
    ...(isOther && { other: { lang: known.language, dir: directionOf(known.language) } }),
  }
}

/** A text with elements in place of what stands in braces. */
export const Filled = ({ text, values }: { text: string; values: Record<string, Child> }) => (
  <>{text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? values[part] : part))}</>
)
