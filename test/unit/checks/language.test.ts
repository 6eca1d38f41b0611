import { describe, expect, it } from 'vitest'
import { errorsOf, findingsIn, lowered } from '../../../checks/language.js'

const wordsIn = (file: string, text: string) => findingsIn(file, text).map(({ word }) => word)

describe('private vocabulary', () => {
  it('is found in prose and code, in any case, also across lines, with the line and the term to use', () => {
    const text = '// For Whoever\nconst NOBODY = 1 // those\n// who\n'
    expect(findingsIn('a.ts', text)).toEqual([
      expect.objectContaining({ line: 1, word: 'Whoever' }),
      expect.objectContaining({ line: 2, word: 'NOBODY' }),
      expect.objectContaining({ line: 2, word: 'those\n// who' }),
    ])
    expect(findingsIn('a.md', 'Only those\nwho asked')).toEqual([
      { line: 1, word: 'those\nwho', say: 'the people who, the members that' },
    ])
  })

  it.each([
    ['a name', 'const place = 1', ['place']],
    ['a type', 'type A = Act', ['Act']],
    ['a longer name', 'const placeholder = PlaceId', []],
    ['a comment', '// This takes the place of a note.\n/* mark\nmark */', []],
    ['a string', 'say(\'place\', "place", `place`)', []],
    ['a name after a string with an escaped quote', "say('it\\'s', place)", ['place']],
  ])('of code is found in %s as whole names only', (_, text, words) => {
    expect(wordsIn('a.ts', text)).toEqual(words)
  })

  it('of code is no concern of prose', () => {
    expect(wordsIn('a.md', 'A place to walk')).toEqual([])
  })

  it.each([
    ['an example such as this', []],
    ['there is no such event', []],
    ['such an event', ['such']],
  ])('leaves %j', (text, words) => expect(wordsIn('a.md', text)).toEqual(words))
})

describe('the baseline', () => {
  const findings = {
    'clean.ts': [],
    'dirty.ts': findingsIn('dirty.ts', '// nobody\n// somebody'),
  }

  it('allows as many words as it counts, and names all when there are more', () => {
    expect(errorsOf(findings, { 'dirty.ts': 2 })).toEqual([])
    expect(errorsOf(findings, { 'dirty.ts': 1 })).toEqual([
      'dirty.ts: 2 words of checks/words.ts; 1 are allowed',
      expect.stringContaining('dirty.ts:1  "nobody": say '),
      expect.stringContaining('dirty.ts:2  "somebody": say '),
    ])
    expect(errorsOf(findings, {})).toHaveLength(3)
  })

  it('is only ever lowered, and loses files that are clean or gone', () => {
    expect(lowered(findings, { 'dirty.ts': 5, 'clean.ts': 1, 'gone.ts': 1 })).toEqual({ 'dirty.ts': 2 })
    expect(lowered(findings, { 'dirty.ts': 1 })).toEqual({ 'dirty.ts': 1 })
  })
})
