/* Words as a search compares them: without case, accents and punctuation. */

/** Letters that Unicode does not take apart into a letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Longer words are compared by their beginning. */
const LONGEST = 40

/** Returns a text without case and accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] as string)

/** Returns a text as names are searched: O'Neill is found as ONeill, too. */
export const foldedName = (text: string): string => folded(text).replace(/['’`ʼ]/g, '')

/** Returns the words of a text, each once, in their order. An apostrophe is within a word. */
export function wordsOf(text: string): string[] {
  const words = foldedName(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, LONGEST)))]
}
