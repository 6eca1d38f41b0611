import { pages as ar } from '../texts/ar.json'
import { pages as en } from '../texts/en.json'
import { pages as es } from '../texts/es.json'
import { pages as nb } from '../texts/nb.json'
import { type TextsOf, textsIn } from '../texts/messages.js'

/** The texts of the pages for guests that no other site shows: the page of an event, the answer, and one's own RSVP. */
export type PageTexts = TextsOf<typeof en>

/** By the language of each. Tests add one. */
export const pageCatalogue: Record<string, PageTexts> = { en, es, ar, nb }

/** Returns the texts nearest to a language; the English ones where there are none. */
export const pageTexts = textsIn(pageCatalogue)
