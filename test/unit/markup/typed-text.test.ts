import { describe, expect, it } from 'vitest'
import { htmlOfMarkdown, markdownFault } from '../../../lib/markup/markdown.js'
import { plainText } from '../../../lib/markup/plain-text.js'
import { htmlOfTyped, typedOfHtml } from '../../../lib/markup/typed-text.js'
import { OsdiError } from '../../../lib/runtime/errors.js'

/** Pieces whose repetition makes parsers slow, or call themselves without end. */
const PIECES = [
  '>',
  '> ',
  '1. ',
  '- ',
  '* ',
  '*a_',
  '**a *b ',
  '`a',
  '~~a',
  '***a',
  '_',
  '[',
  '![',
  '[a](',
  '[a]: b\n',
  '<a',
  '<',
  '<a@',
  'http://a.',
  '&',
  '|a',
  '(',
  '  - a\n',
  ' ',
  '<strong>',
  '<em>',
  '<b>',
  '<p>',
  '<h1>',
  '<ul>\n',
  '<a href="x">',
  '<a href="',
  '<br',
  '\n> ',
]

/** The result of a function, or the word of its refusal. Any other error fails. */
function outcome(work: () => string): string {
  try {
    return work()
  } catch (error) {
    if (error instanceof OsdiError) return error.code
    throw error
  }
}

/** Milliseconds of processor time. */
function duration(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const FUNCTIONS = { htmlOfMarkdown, htmlOfTyped, typedOfHtml, plainText }

describe.each(Object.entries(FUNCTIONS))('%s', (_name, read) => {
  it.each(PIECES)('takes time in proportion to the length, or refuses the text: %j, again and again', (piece) => {
    const fastest = (length: number, runs: number) => {
      const text = piece.repeat(Math.floor(length / piece.length))
      return Math.min(...Array.from({ length: runs }, () => duration(() => outcome(() => read(text)))))
    }
    // At twenty times the length, work that grows with its square takes 400 times as long, far from the limit.
    const short = Math.max(fastest(1_000, 5), 0.5)
    expect(fastest(20_000, 3) / short).toBeLessThan(130)
  })
})

describe('a text of Markdown', () => {
  it.each([
    [
      '24. Dezember: Glühwein\n\n31. Dezember: Feuerwerk',
      '<p>24. Dezember: Glühwein</p>\n<p>31. Dezember: Feuerwerk</p>',
    ],
    ['24. desember\n31. desember', '<p>24. desember<br>31. desember</p>'],
    ['3. Stock', '<p>3. Stock</p>'],
    ['1. Mai', '<p>1. Mai</p>'],
    ['1986. A great summer', '<p>1986. A great summer</p>'],
    ['3. c\n4. d', '<p>3. c<br>4. d</p>'],
    ['1. a\n2. b\n5. e', '<p>1. a<br>2. b<br>5. e</p>'],
    ['1) a\n1) b', '<p>1) a<br>1) b</p>'],
    ['- a\n- 3. Stock', '<ul>\n<li>a</li>\n<li>3. Stock</li>\n</ul>'],
    ['> 24. Dezember', '<blockquote>\n<p>24. Dezember</p>\n</blockquote>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['1. a\n\n2. b', '<ol>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>'],
    ['1) a\nlonger\n2) b', '<ol>\n<li>a<br>longer</li>\n<li>b</li>\n</ol>'],
    ['1. a\n   1. x\n   2. y\n2. b', '<ol>\n<li>a<ol>\n<li>x</li>\n<li>y</li>\n</ol>\n</li>\n<li>b</li>\n</ol>'],
  ])('keeps the numbers that were typed, also as plain text: %j', (text, html) => {
    expect(htmlOfMarkdown(text)).toBe(html)
    expect(plainText(html).match(/\d+/g)).toEqual(text.match(/\d+/g))
  })

  it.each([
    ['x'.repeat(40_001), 'must have at most 40000 characters'],
    ['>'.repeat(21), 'must have at most 20 quotes or lists within each other'],
    [`ok\n${'1. '.repeat(21)}x`, 'must have at most 20 quotes or lists within each other'],
    [`${' '.repeat(81)}- x`, 'must be indented by at most 80 characters'],
    ['*a_ '.repeat(201), 'must have at most 400 marks such as * and [ in a paragraph'],
  ])('is refused where it has too much, and says of what', (text, fault) => {
    expect(markdownFault(text)).toBe(fault)
    expect(() => htmlOfMarkdown(text, 'description')).toThrow(
      expect.objectContaining({
        code: 'invalid',
        faults: [{ error_code: 'too_complex', description: `description ${fault}`, properties: ['description'] }],
      }),
    )
  })

  it.each([
    'x'.repeat(40_000),
    `${'>'.repeat(20)} deep`,
    'Bring **a chair**, _please_.\n\n'.repeat(300),
    '-----------------------------------------\nA line',
    '10.5 km, then 3.2 km, 1.) and 2.) and 3.)',
  ])('is read within the limits: %#', (text) => {
    expect(markdownFault(text)).toBeUndefined()
    expect(htmlOfMarkdown(text)).not.toBe('')
  })
})

describe('HTML as it is typed', () => {
  it.each([
    ['**bold** and *slanted*\n\n- one\n- two', true],
    ['# Title\n\n[A page](https://example.org/x) and https://example.org', true],
    ['**a *b* c** and **d**', true],
  ])('is the Markdown that it came from: %j', (typed) => {
    expect(typedOfHtml(htmlOfTyped(typed))).toBe(typed)
  })

  it('stays HTML where no Markdown makes it', () => {
    for (const html of ['<table><tr><td>x</td></tr></table>', `<p>${'&gt;'.repeat(30)}</p>`, '<strong>open'])
      expect(typedOfHtml(html)).toBe(html)
  })
})

describe('what was typed', () => {
  it.each([
    ['Questions? Ana <ana@example.org> answers.', 'ana@example.org'],
    ['Bring <snacks> and **water**', '&lt;snacks&gt; and <strong>water</strong>'],
    ['2 < 3, and the rest', '2 &lt; 3, and the rest'],
    ['I <3 you, and <b>all</b> of <you>', '&lt;b&gt;all&lt;/b&gt;'],
    ['x <y and z> w', 'x &lt;y and z&gt; w'],
    ['one<br>**two**', 'one<br><strong>two</strong>'],
    ['- one <br/>\n- two', '<li>two</li>'],
    ['a <b c', 'a &lt;b c'],
  ])('is Markdown where a tag is none of HTML, or a line break alone: %j', (typed, part) => {
    expect(htmlOfTyped(typed)).toContain(part)
    expect(plainText(htmlOfTyped(typed))).not.toBe('')
  })

  it.each(['<p>2 < 3</p>', 'a <b>bold</b> word<br>and a line', '<img src="x"> gone', '<SCRIPT>x</SCRIPT>'])(
    'is HTML where every tag is one of HTML: %j',
    (typed) => expect(htmlOfTyped(typed)).toBe(typed),
  )
})
