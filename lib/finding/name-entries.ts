import type { Person } from '../people/person.js'
import { wordsOf } from '../texts/words.js'

/** The most words of a name that lead to its person. */
const MOST_WORDS = 6

/** The shortest text that is sought in the middle of words. */
export const SHORTEST_PART = 3

/** An entry of the index of names: all words of a name, beginning with one of them. */
export interface NameEntry {
  /** The words, with spaces between them. */
  words: string
  /** Whether it is the entry by which people are sorted: it begins with the family name. */
  sorts: boolean
}

/** Returns the entries of a person: one for each word of the name. A person without a name has none. */
export function nameEntriesOf({ given_name = '', family_name = '' }: Partial<Person>): NameEntry[] {
  const [family, given] = [wordsOf(family_name), wordsOf(given_name)]
  const all = [...new Set([...given, ...family])].slice(0, MOST_WORDS)
  const first = all.indexOf(family[0] ?? '')
  return all.map((_, i) => ({
    words: [...all.slice(i), ...all.slice(0, i)].join(' '),
    sorts: i === Math.max(first, 0),
  }))
}

/** Returns the endings of a word by which it is found by its middle: all but the word itself, and none too short. */
export const endingsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - SHORTEST_PART) }, (_, i) => word.slice(i + 1))

/** A search for people by parts of their names. */
export interface NameSearch {
  /** The part that the index is asked for: the longest one. */
  part: string
  /** The other parts, all of which the name must have. */
  others: string[]
}

/** Reads a search; undefined where nothing is sought. */
export function readNameSearch(text: string): NameSearch | undefined {
  const parts = wordsOf(text).slice(0, MOST_WORDS)
  const part = parts.toSorted((one, other) => other.length - one.length)[0]
  return part === undefined ? undefined : { part, others: parts.filter((each) => each !== part) }
}

/**
 * Whether an entry is the one by which a search finds its person. A name in which several words have the part is found
 * by one of them: by a word that begins with it before any other, and by the first in the alphabet.
 */
export function isFoundBy(words: string, { part, others }: NameSearch): boolean {
  const [word = '', ...rest] = words.split(' ')
  if (!others.every((other) => words.includes(other))) return false
  const rank = rankOf(word, part)
  return rest.every((each) => !each.includes(part) || rank < rankOf(each, part))
}

/** The place of a word in the order in which the index is read. */
const rankOf = (word: string, part: string) =>
  word.startsWith(part) ? `0 ${word}` : `1 ${word.slice(word.indexOf(part))} ${word}`
