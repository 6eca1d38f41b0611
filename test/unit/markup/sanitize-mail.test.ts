import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeMail } from '../../../lib/markup/sanitize-mail.js'

type Node = DefaultTreeAdapterTypes.ChildNode

const childrenOf = (node: unknown) => (node as { childNodes?: Node[] }).childNodes ?? []

/** The elements around the footer of an email, as a browser reads it, the outermost first. */
function aroundFooter(html: string): string[] | undefined {
  const find = (node: Node, path: string[]): string[] | undefined => {
    if ('tagName' in node && node.attrs.some(({ value }) => value === 'the-footer')) return path
    const inner = 'tagName' in node ? [...path, node.tagName] : path
    return childrenOf(node)
      .map((child) => find(child, inner))
      .find((each) => each !== undefined)
  }
  const document = parse(`<!doctype html><html><body>${sanitizeMail(html)}<hr role="the-footer"></body></html>`)
  return childrenOf(document)
    .map((each) => find(each, []))
    .find((each) => each !== undefined)
}

describe('the text of an organizer', () => {
  it('keeps what letters are made of', () => {
    const letter =
      '<h1 style="color: #036; text-align: center">Thank you</h1><p>It was <a href="https://example.org/?a=1&amp;b={given_name}">good</a>.</p>' +
      '<table width="600" cellpadding="4" style="border-collapse: collapse"><tr><td align="right" bgcolor="#eee" style="padding: 8px 4px">A</td></tr></table>' +
      '<img src="https://example.org/a.png" alt="A" width="40"><a href="mailto:ada@example.org">Write</a>'
    expect(sanitizeMail(letter)).toBe(letter)
  })

  it.each([
    ['an open comment', '<p>Text</p><!--'],
    ['an open comment with a bang', '<p>Text</p><!-- --!'],
    ['an open element that hides', '<div style="display:none">'],
    ['elements that hide, in a list', '<ul><li hidden><b><i style="visibility:hidden">'],
    ['an open style', '<style>hr~p{display:none}'],
    ['a style', '<style>body{display:none}</style>'],
    ['an open script', '<script>'],
    ['an open text area', '<textarea>'],
    ['plain text', '<plaintext>'],
    ['an open title', '<title>'],
    ['an open template', '<template>'],
    ['an open select', '<select><option>'],
    ['an open drawing', '<svg><desc><![CDATA['],
    ['frames', '<iframe srcdoc="'],
    ['frames that are not shown', '<noframes>'],
    ['a table', '<table><tr><td><div>'],
    ['text in a table', '<table>text<a href="https://x.example">'],
    ['an open attribute', '<p title="'],
    ['an open tag', '<p '],
    ['the end of the body', '</body></html><!--'],
    ['formatting', '<b><font size="1"><a href="https://x.example"><i>'],
    ['details', '<details><summary>More</summary>'],
  ])('does not hide what follows by %s', (_, html) => {
    expect(aroundFooter(html)).toEqual(['html', 'body'])
  })

  it('does not hide what follows, whatever it holds', () => {
    const piece = fc.oneof(
      fc.constantFrom('<!--', '-->', '<!', '<![CDATA[', ']]>', '"', "'", '>', '</', '<', '{greeting}', 'text', '&lt;'),
      fc
        .tuple(
          fc.constantFrom('', '/'),
          fc.constantFrom(
            ...'table tr td th caption thead div p a b i font ul li dl dt h1 h4 hr img br style script title textarea template select option svg math desc plaintext noframes noscript iframe object body html head form button frameset center pre code'.split(
              ' ',
            ),
          ),
          fc.constantFrom('', ' style="display:none"', ' hidden', ' href="https://x.example"', ' title="', '/'),
        )
        .map(([end, name, attributes]) => `<${end}${name}${attributes}>`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        expect(aroundFooter(pieces.join(''))).toEqual(['html', 'body'])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    'display:none',
    'position:fixed;top:0',
    'visibility:hidden',
    'opacity:0',
    'float:left',
    'transform:scale(99)',
    'height:0;overflow:hidden',
    'margin-bottom:-900px',
    'margin:0 0 -9em',
    'z-index:9',
    'background:url(https://x.example)',
    'width:expression(alert(1))',
    'c\\olor:red',
    'color:red/*',
    'line-height:-1',
    'inset:0',
    'clip-path:none',
    'all:unset',
  ])('has no style %s, which reaches out of its element', (style) => {
    expect(sanitizeMail(`<p style="${style}">Text</p>`)).toBe('<p>Text</p>')
  })

  it.each(['onclick="x()"', 'class="a"', 'id="a"', 'href="javascript:x()"', 'href=" data:text/html,x"', 'src="//x"'])(
    'has no attribute %s',
    (attribute) => expect(sanitizeMail(`<a ${attribute}>Text</a>`)).toBe('<a>Text</a>'),
  )

  it('is read in time that follows its length', () => {
    const nested = '<b title=x>'.repeat(30_000) + '<table>'.repeat(5_000)
    expect(sanitizeMail(nested).length).toBeLessThan(nested.length * 3)
  })
})
