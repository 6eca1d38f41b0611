import { hosting as ar } from '../texts/ar.json'
import { hosting as en } from '../texts/en.json'
import { hosting as es } from '../texts/es.json'
import { hosting as nb } from '../texts/nb.json'
import { type TextsOf, textsIn } from '../texts/messages.js'

/** The texts of hosting in one language. */
export type HostingMessages = TextsOf<typeof en>

/** Returns the texts nearest to a language; the English ones where there are none. */
export const hostingMessages = textsIn<HostingMessages>({ en, es, ar, nb })
