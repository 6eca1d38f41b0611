import { ar } from './ar.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of mails in one language. They are apart from those of pages, which few functions need both of. */
export type MailMessages = typeof en

const catalogues = new Map<string, MailMessages>([
  ['en', en],
  ['es', es],
  ['ar', ar],
])

/** The texts nearest to a language, English ones where there are none, with their own language. */
export function mailMessagesFor(language = 'en'): { language: string; messages: MailMessages } {
  for (const tag of [language, language.split('-')[0] as string]) {
    const messages = catalogues.get(tag)
    if (messages) return { language: tag, messages }
  }
  return { language: 'en', messages: en }
}
