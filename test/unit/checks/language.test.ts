import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../../checks/language.js'

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
    ['a regular expression', 'const pattern = /a place/', []],
    ['a template', 'const text = `in ${place}`', ['place']],
    ['a name after a string with an escaped quote', "say('it\\'s', place)", ['place']],
  ])('of code is found in %s as whole names only', (_, text, words) => {
    expect(wordsIn('a.ts', text)).toEqual(words)
  })

  it.each([
    ["import { once } from 'node:events'; await once(server, 'close')", []],
    ['function once() {}', ['once']],
    ['const once = 1', ['once']],
  ])('of Node.js may be used and not declared: %s', (text, words) => {
    expect(wordsIn('a.ts', text)).toEqual(words)
  })

  it('of code is not searched for in prose', () => {
    expect(wordsIn('a.md', 'A place to walk')).toEqual([])
  })

  it.each([
    ['an example such as this', []],
    ['there is no such event', []],
    ['such an event', ['such']],
  ])('leaves %j', (text, words) => expect(wordsIn('a.md', text)).toEqual(words))
})

describe('a comment', () => {
  it.each([
    ['/** What a person hears. */', ['What']],
    ['/* Whose it is */', ['Whose']],
    ['/**\n * Where it lies.\n */', ['Where']],
    ['interface A {\n  /** How many there are. */\n  count: number\n}', ['How']],
    ['// So long a request is kept.\nconst KEPT = 1', ['So']],
    ['const a = 1\n\n  // Of two, one is last.\n', ['Of']],
    ['const Link = <p>{/* Who comes */}</p>', ['Who']],
  ])('must not open with a noun clause: %j', (text, words) => {
    expect(wordsIn('a.tsx', text)).toEqual(words)
  })

  it.each([
    ['/** The mail that a change of status causes. */'],
    ['/** Sorts: the sum decides.\n * Where both are equal, the id does. */'],
    ['// Both are written at once.\n// So no reader sees one of them alone.'],
    ['/** Whoami is a program. */'],
    ["const text = 'What // How'"],
  ])('may open with its subject: %j', (text) => {
    expect(wordsIn('a.tsx', text)).toEqual([])
  })

  it('is not searched for in prose', () => {
    expect(wordsIn('a.md', '/* What is said */')).toEqual([])
  })
})

describe('the title of a test', () => {
  it.each([
    ["it('is refused', () => {})", ['is']],
    ["it.each([1])('has %s', () => {})", ['has']],
    ['it(`can be ${a}`, () => {})', ['can']],
    ["describe('what is kept', () => {})", ['what']],
    ["describe.each(['a'])('with %s', () => {})", ['with']],
  ])('must name its subject at the top of a file: %s', (text, words) => {
    expect(wordsIn('a.test.ts', text)).toEqual(words)
  })

  it.each([
    ["it('a key is refused', () => {})"],
    ["it('isolation holds', () => {})"],
    ["describe('a key', () => {\n  it('is refused', () => {})\n  describe('with a scope', () => {})\n})"],
    ["say('is refused')"],
  ])('may continue that of a describe: %s', (text) => {
    expect(wordsIn('a.test.ts', text)).toEqual([])
  })

  it('is looked for in tests alone', () => {
    expect(wordsIn('a.ts', "it('is refused', () => {})")).toEqual([])
  })
})
