import { pages_after as ar } from '../texts/ar.json'
import { pages_after as en } from '../texts/en.json'
import { pages_after as es } from '../texts/es.json'
import { pages_after as nb } from '../texts/nb.json'
import { type TextsOf, textsIn } from '../texts/messages.js'

/** The texts of what follows an RSVP. They are apart: functions with a form have no room for more. */
export type AfterMessages = TextsOf<typeof en>

/** Returns the texts nearest to a language; the English ones where there are none. */
export const afterMessages = textsIn<AfterMessages>({ en, es, ar, nb })
