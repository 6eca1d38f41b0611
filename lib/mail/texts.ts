import { mail as ar } from '../texts/ar.json'
import { mail as en } from '../texts/en.json'
import { mail as es } from '../texts/es.json'
import { mail as nb } from '../texts/nb.json'
import { nearestOf } from '../texts/messages.js'

/** The texts of emails in one language. They are apart from those of pages, which few functions need both of. */
export type MailMessages = typeof en

const catalog: Record<string, MailMessages> = { en, es, ar, nb }

/**
 * The texts nearest to a language, English ones where there are none, with their own language. A body is a list of
 * paragraphs; one whose braces are all empty is left out.
 */
export const mailMessagesFor = (language?: string): { language: string; messages: MailMessages } =>
  nearestOf(catalog, language)
