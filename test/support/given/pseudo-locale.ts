import { en } from '../../../lib/messages/en.js'
import { type Messages, catalogues } from '../../../lib/messages/messages.js'

/** A language whose texts stand between brackets: what stands outside of them comes from no catalogue. */
export const PSEUDO = 'en-XA'

const bracketed = (text: string) => `⟦${text}⟧`

catalogues.set(
  PSEUDO,
  Object.fromEntries(
    Object.entries(en).map(([name, text]) => [
      name,
      typeof text === 'string'
        ? bracketed(text)
        : Object.fromEntries(Object.entries(text).map(([category, each]) => [category, bracketed(each)])),
    ]),
  ) as Messages,
)

/** Returns the parts of a text that are in no catalogue. @param known texts of the event, and of `Intl` */
export const strays = (text: string, known: string[]): string[] =>
  known
    .reduce((rest, each) => rest.replaceAll(each, ' '), text)
    .replace(/⟦[^⟦⟧]*⟧/g, ' ')
    .split(/[\s.·,:()–-]+/)
    .filter((word) => /\p{L}/u.test(word))
