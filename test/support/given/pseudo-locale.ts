import { event as en, pages } from '../../../lib/texts/en.json'
import { type PageTexts, pageCatalog } from '../../../lib/pages/locale.js'
import { type Messages, catalog } from '../../../lib/texts/messages.js'

/** A language whose texts stand between brackets: what stands outside of them comes from no catalog. */
export const PSEUDO = 'en-XA'

const bracketed = (text: string) => `⟦${text}⟧`

const allBracketed = (texts: typeof en | typeof pages) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string'
        ? bracketed(text)
        : Object.fromEntries(Object.entries(text).map(([category, each]) => [category, bracketed(each)])),
    ]),
  )

catalog[PSEUDO] = allBracketed(en) as Messages
pageCatalog[PSEUDO] = allBracketed(pages) as PageTexts

/** Returns the parts of a text that are in no catalog. @param known texts of the event, and of `Intl` */
export const strays = (text: string, known: string[]): string[] =>
  known
    .reduce((rest, each) => rest.replaceAll(each, ' '), text)
    .replace(/⟦[^⟦⟧]*⟧/g, ' ')
    .split(/[\s.·,:()–-]+/)
    .filter((word) => /\p{L}/u.test(word))
