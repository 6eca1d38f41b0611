import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  SHORTEST_PART,
  endingsOf,
  isFoundBy,
  nameEntriesOf,
  readNameSearch,
} from '../../../lib/finding/name-entries.js'
import { folded, wordsOf } from '../../../lib/texts/words.js'

const entriesOf = (given_name: string, family_name: string) =>
  nameEntriesOf({ given_name, family_name }).map(({ words }) => words)

const searchFor = (text: string) => readNameSearch(text) ?? expect.fail('nothing is sought')

describe('words of names', () => {
  it.each([
    ['Zoë O’Brien-Łukasz', ['zoe', 'obrien', 'lukasz']],
    ['José  josé', ['jose']],
    ['Straße', ['strasse']],
    ['Нина 山田', ['нина', '山田']],
    ['#%/ -', []],
  ])('of %s have no case, accents or punctuation', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('are cut where they are very long', () => {
    expect(wordsOf('x'.repeat(300))).toEqual(['x'.repeat(40)])
  })
})

describe('the entries of a name', () => {
  it('begin with each of its words', () => {
    expect(entriesOf('Ana Maria', 'Okafor')).toEqual(['ana maria okafor', 'maria okafor ana', 'okafor ana maria'])
  })

  it('sort people by the family name, or else by the first word', () => {
    const sorting = (given_name: string, family_name: string) =>
      nameEntriesOf({ given_name, family_name }).find(({ sorts }) => sorts)?.words
    expect(sorting('Ana', 'Okafor')).toBe('okafor ana')
    expect(sorting('Ana', '')).toBe('ana')
  })

  it('are none without a name', () => {
    expect(nameEntriesOf({})).toEqual([])
  })
})

describe('a search by name', () => {
  const name = fc.array(fc.stringMatching(/^[a-dé]{1,6}$/), { minLength: 1, maxLength: 4 })

  it('finds a name by any part of it that is long enough, by exactly one of its entries', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (words, which, from) => {
        const entries = entriesOf(words.join(' '), '')
        const word = folded(words[which % words.length] as string)
        const part = word.slice(from % word.length)
        const search = searchFor(part)
        const found = entries.filter((entry) => {
          const [first = ''] = entry.split(' ')
          const isRead =
            first.startsWith(part) ||
            (part.length >= SHORTEST_PART && endingsOf(first).some((ending) => ending.startsWith(part)))
          return isRead && isFoundBy(entry, search)
        })
        const isInMiddle = !entries.some((entry) => entry.startsWith(part))
        expect(found).toHaveLength(isInMiddle && part.length < SHORTEST_PART ? 0 : 1)
      }),
    )
  })

  it('wants every part, in any order', () => {
    expect(isFoundBy('okafor ana', searchFor('ana okaf'))).toBe(true)
    expect(isFoundBy('okafor ana', searchFor('okaf ana'))).toBe(true)
    expect(isFoundBy('ana okafor', searchFor('ana zoe'))).toBe(false)
  })

  it('is none without a letter or a digit', () => {
    expect(readNameSearch(' -- ')).toBeUndefined()
  })
})
