import { near_front_door as arDoor, near as ar } from '../texts/ar.json'
import { near_front_door as enDoor, near as en } from '../texts/en.json'
import { near_front_door as esDoor, near as es } from '../texts/es.json'
import { near_front_door as nbDoor, near as nb } from '../texts/nb.json'
import { type TextsOf, textsIn } from '../texts/messages.js'

/** The texts of finders in one language. */
export type FinderMessages = TextsOf<typeof en>

/** Returns the texts nearest to a language; the English ones where there are none. */
export const finderMessages = textsIn<FinderMessages>({ en, es, ar, nb })

/** The texts of the page at `/`. */
export const frontDoorMessages = textsIn<TextsOf<typeof enDoor>>({ en: enDoor, es: esDoor, ar: arDoor, nb: nbDoor })
