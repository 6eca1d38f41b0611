/** Splits a list within a cell. A part in quotes may hold what separates the others: `"Volunteer","Donor, big"`. */
export const listIn = (text: string): string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=[;,|\n]|$)|([^;,|\n]+))/g)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((each) => each !== '')

/** Writes a list so that `listIn` reads it. */
export const listOf = (texts: string[]): string =>
  texts.map((each) => (/[;,|\n"]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join('; ')
