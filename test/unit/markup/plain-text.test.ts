import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../../lib/markup/plain-text.js'

describe('a description as text', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<h2>Bring</h2><ul><li>water</li><li>a friend</li></ul>', 'Bring\n\n- water\n- a friend'],
    [
      '<ol><li>sign</li><li>count<ul><li>twice</li></ul></li><li>send</li></ol><ul><li>home</li></ul>',
      '1. sign\n2. count\n\n- twice\n\n3. send\n\n- home',
    ],
    ['<b>Bold</b> and&nbsp;<i>fine</i> &ndash; caf&eacute; &#8364;5 &amp;lt; &#x41;', 'Bold and fine – café €5 &lt; A'],
    ['See <a href="https://example.org/a?b=1&amp;c=2">the map</a>.', 'See the map (https://example.org/a?b=1&c=2).'],
    ['<a href="https://example.org/">https://example.org</a>', 'https://example.org'],
    ['<a href="javascript:alert(1)">click</a> <script>alert(1)</script>here', 'click here'],
    ['<p>wrapped\n   over lines</p>', 'wrapped over lines'],
    ['Plain text\r\nkeeps its lines, and 1 < 2 > 0.', 'Plain text\nkeeps its lines, and 1 < 2 > 0.'],
    ['AT&amp;T &notanentity; &', 'AT&T &notanentity; &'],
    ['<p>&#55296;&#1114112;</p>', '\ufffd'],
    ['', ''],
  ])('%j reads %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it('has none of the tags that were sent, whatever else was', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="http://x.y">',
      '</a>',
      '<',
      '>',
      '<b',
      'x',
      '"',
      '\n',
      '<!--',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = plainText(pieces.join(''))
        expect(text).not.toMatch(/<\/?[pa]\b[^<>]*>/)
        expect(text).not.toMatch(/\n{3}/)
      }),
    )
  })

  it('is read in one pass, however many tags are left open', () => {
    expect(plainText('<a href="http://example.org">'.repeat(13_000))).toBe('(http://example.org/)')
    expect(plainText('<a'.repeat(190_000))).not.toBe('')
  })
})
