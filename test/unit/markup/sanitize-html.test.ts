import fc from 'fast-check'
import { anyCharacter } from '../../support/characters.js'
import { type DefaultTreeAdapterTypes, Tokenizer, parseFragment, serialize } from 'parse5'
import { describe, expect, it, vi } from 'vitest'
import { sanitizeHtml } from '../../../lib/markup/sanitize-html.js'
import { sized } from '../../support/size.js'

const TAGS = 'p|br|hr|div|span|blockquote|pre|code|ul|ol|li|b|strong|i|em|u|s|small|sub|sup|h4|a'.split('|')
const ADDRESS = '(?: href="https?://[^"<>\\s]+" target="_blank" rel="noopener noreferrer nofollow")'

/** All that can come out: text without angle brackets, bare tags, and links to web addresses. */
const FORM = new RegExp(`^(?:[^<>]|</?(?:${TAGS.join('|')})(?: /)?>|<a${ADDRESS}+(?: /)?>)*$`)

/** Returns the elements that a browser's parser sees and the list does not have; none, if all is well. */
function foreign(html: string): string[] {
  const look = (node: DefaultTreeAdapterTypes.Node): string[] => {
    const children = 'childNodes' in node ? node.childNodes.flatMap(look) : []
    if (!('tagName' in node)) return node.nodeName === '#comment' ? ['comment'] : children
    const attributes = node.attrs.filter(({ name, value }) => !isFine(node.tagName, name, value))
    return [
      ...(TAGS.includes(node.tagName) ? [] : [node.tagName]),
      ...attributes.map(({ name, value }) => `${node.tagName}[${name}=${value}]`),
      ...children,
    ]
  }
  return parseFragment(html).childNodes.flatMap(look)
}

function isFine(tag: string, name: string, value: string): boolean {
  if (tag !== 'a') return false
  if (name === 'href') return ['http:', 'https:'].includes(new URL(value).protocol)
  return value === { target: '_blank', rel: 'noopener noreferrer nofollow' }[name]
}

/** Tags that no other tag of it opens or closes. */
function unbalanced(html: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [tag, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (name === 'br' || name === 'hr') continue
    if (!slash) open.push(name as string)
    else if (open.pop() !== name) wrong.push(tag)
  }
  return [...wrong, ...open]
}

/** The tags of a text in their order, without attributes. */
const tagsIn = (html: string) => (html.match(/<\/?[a-z0-9]+/g) ?? []).join(' ')

/** Returns the places where a browser's parser puts the content after it; none, if they are as written. */
function escaped(html: string): string[] {
  const page = parseFragment(`<main><article><div>${html}<form></form></div><form></form></article></main>`)
  const forms = page.childNodes.flatMap((node) => formsIn(node, ''))
  return forms.join() === '/main/article/div,/main/article' ? [] : forms
}

const formsIn = (node: DefaultTreeAdapterTypes.Node, path: string): string[] => {
  if (!('tagName' in node)) return []
  if (node.tagName === 'form') return [path]
  return node.childNodes.flatMap((child) => formsIn(child, `${path}/${node.tagName}`))
}

describe('a description', () => {
  it.each([
    ['keeps text and its structure', '<p>Come <b>all</b><br>of you</p>', '<p>Come <b>all</b><br>of you</p>'],
    ['keeps character references', 'Q&amp;A &lt;3 &copy;', 'Q&amp;A &lt;3 &copy;'],
    ['makes every heading one below those of the page', '<h1>A</h1><h3 id="x">B</h3>', '<h4>A</h4><h4>B</h4>'],
    [
      'gives links what links to strangers should have',
      `<a href='https://example.org/a?b=1&amp;c=2' onclick="x()" rel="opener" style="top:0">x</a>`,
      '<a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['leaves out classes, ids and styles', '<p class="a" id="b" style="color:red" hidden>x</p>', '<p>x</p>'],
    ['strips tags that are not allowed, not their text', '<font><center>x</center></font>', 'x'],
    ['shows no image', 'a<img src="https://example.org/x.png">b', 'ab'],
    ['escapes what is no tag', '1 < 2 > 0', '1 &lt; 2 &gt; 0'],
    ['keeps what only looks like a tag', 'We <3 you', 'We &lt;3 you'],
    ['drops content that is never shown', 'a<style>p {}</style>b<script>x<b>y</b></script>c', 'abc'],
    ['drops what begins so and has no end', '<p>a</p><noscript><p>b</p>', '<p>a</p>'],
    ['drops comments', 'a<!-- <script>x</script> -->b', 'ab'],
    ['closes what is left open, inner ones first', '<p>a<b>b<i>c', '<p>a<b>b<i>c</i></b></p>'],
    ['drops end tags of what is not open', 'a</div></p></b>b</br>', 'ab'],
    ['closes what an end tag leaves open', '<div>a<b>b</div>c</b>', '<div>a<b>b</b></div>c'],
    ['ends a paragraph before a block', '<p>a<div>b</div></p>', '<p>a</p><div>b</div>'],
    ['ends an item before the next', '<ul><li>a<div>b<li>c</ul>', '<ul><li>a<div>b</div></li><li>c</li></ul>'],
    [
      'leaves a list within an item',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    ['nests a hundred deep', '<div>'.repeat(1_000), '<div>'.repeat(100) + '</div>'.repeat(100)],
  ])('%s', (_, html, expected) => {
    expect(sanitizeHtml(html)).toBe(expected)
  })

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<<script>alert(1)//<</script>',
    '<script\x0c>alert(1)</script\x0c>',
    '<script/x>alert(1)</script/x>',
    '<script>alert(1)',
    '<img src=x onerror=alert(1)>',
    '<img/src/onerror=alert(1)>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<IMG """><SCRIPT>alert(1)</SCRIPT>"\\>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<p title="</p><img src=x onerror=alert(1)>">',
    "<p title='\"><img src=x onerror=alert(1)>'>",
    '<template><img src=x onerror=alert(1)></template>',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>',
    '<embed src="javascript:alert(1)">',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
    '<input onfocus=alert(1) autofocus>',
    '<details open ontoggle=alert(1)>',
    '<body onload=alert(1)>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<link rel=stylesheet href="https://evil.example/x.css">',
    '<style>@import "https://evil.example/x.css";</style>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="&#106;avascript&colon;alert(1)">x</a>',
    '<a href="\x01javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="https://x.example/&quot; onmouseover=&quot;alert(1)">x</a>',
    '<a href="https://x.example/" onmouseover="alert(1)">x</a>',
    '<a href="https://x.example/"onmouseover="alert(1)">x</a>',
    '<a href=\'https://x.example/" onmouseover=alert(1) x="\'>x</a>',
    '<a href=https://x.example/"onmouseover=alert(1)>x</a>',
    '<a href="https://x.example/#"><img src=x onerror=alert(1)>',
    '<a href="http://[::1">x</a>',
    '<p onclick=alert(1)//<p>x',
    '<p/onclick=alert(1)>x</p>',
    '<p =">" onclick=alert(1)>x</p>',
    "<p a='<' onclick=alert(1)>x</p>",
    '<!--><img src=x onerror=alert(1)>-->',
    '<!--!><img src=x onerror=alert(1)>',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?xml version="1.0"?><script>alert(1)</script>',
    '<!DOCTYPE html><script>alert(1)</script>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<x onclick=alert(1)>x</x>',
    '<img name=turnoutEmbeds><form id=fetch>',
    '\u0000<scr\u0000ipt>alert(1)</script>',
    '＜script＞alert(1)＜/script＞',
  ])('comes out harmless from %j', (html) => {
    expect(sanitizeHtml(html)).toMatch(FORM)
    expect(foreign(sanitizeHtml(html))).toEqual([])
  })

  it.each([
    'x</div></article></main><a href="https://other.example/">open <b>bold',
    '<li><div><li>x</li></div></li></div>',
    '<p><span><p></span></div></p></div>',
    '<ul><li><div><div><li></div></div></ul></div>',
    '<h4><h4></h4></h4></div>',
    '<a href="https://x.example/"><div><a href="https://x.example/"></a></div></a></div>',
  ])('stays where it stands: %j', (html) => {
    expect(escaped(sanitizeHtml(html))).toEqual([])
  })

  it('comes out harmless, whatever it was, and is then left as it is', () => {
    const token = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...VOCABULARY) },
      { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: anyCharacter }) },
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const clean = sanitizeHtml(tokens.join(''))
        expect(clean).toMatch(FORM)
        expect(foreign(clean)).toEqual([])
        expect(tagsIn(serialize(parseFragment(clean)))).toBe(tagsIn(clean))
        expect(sanitizeHtml(clean)).toBe(clean)
      }),
      { numRuns: sized(300, 5_000) },
    )
  })

  it('stays where it stands, whatever is left open or closed too much', () => {
    const tag = fc
      .tuple(
        fc.constantFrom('', '/'),
        fc.constantFrom('p', 'blockquote', 'div', 'li', 'ul', 'b', 'a', 'span', 'h2', 'pre', 'article'),
      )
      .map(([slash, name]) => `<${slash}${name}>`)
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 20 }), (tags) => {
        const clean = sanitizeHtml(tags.join('x'))
        expect(unbalanced(clean)).toEqual([])
        expect(escaped(clean)).toEqual([])
        expect(tagsIn(serialize(parseFragment(clean))), 'a browser moves nothing').toBe(tagsIn(clean))
        expect(sanitizeHtml(clean)).toBe(clean)
      }),
      { numRuns: sized(300, 5_000) },
    )
  })

  it.each(['<', '<!--', '<a ', '<a href="', '<script>', '</', '<p><b>', '&', '<a href=\'"', '<!-- --'])(
    'comes out harmless when it is nothing but %j, as long as a body may be',
    (part) => {
      const clean = sanitizeHtml(part.repeat(Math.ceil(380_000 / part.length)))
      expect(clean).toMatch(FORM)
      expect(foreign(clean)).toEqual([])
    },
  )

  /*
   * At a hundred times the length, work that grows with the length takes about a hundred times as long, and work that
   * grows with its square 10,000 times. The limit lies between, far from both. The fastest of several runs counts, so
   * that a busy machine does not.
   */
  it.each([
    ['one tag with many blanks', (i: number) => (i === 0 ? '<p' : ' '.repeat(8))],
    ['one tag with many attributes', (i: number) => (i === 0 ? '<a' : ` x${i}=1`)],
    ['tags within each other', () => '<div><b>'],
    ['open tags and end tags of others', (i: number) => (i % 2 ? '</blockquote>' : '<span>')],
    ['paragraphs in open emphasis', () => '<b><i><u><p>x'],
    ['links', (i: number) => `<a href="https://example.org/${i}">`],
    ['comments', () => '<!-- <'],
    ['character references', () => '&amp;&#38;&x'],
    ['what begins like a script', () => '<script></scrip'],
    ['elements that are removed', () => '<svg><svg></svg>'],
  ])('takes time in proportion to the length: %s', (_, part) => {
    const textOf = (length: number) => Array.from({ length }, (_, i) => part(i)).join('') + '>'
    const fastest = (length: number, runs: number) => {
      const text = textOf(length)
      // Another ending makes it another text, whose result is not known yet.
      return Math.min(...Array.from({ length: runs }, (_, run) => duration(`${text}<!--${run}-->`)))
    }
    const short = Math.max(fastest(300, 20), 0.05)
    expect(fastest(30_000, 3) / short).toBeLessThan(2_000)
  })

  it('without a tag is what the tokenizer makes of it, and is not given to it', () => {
    const piece = fc.oneof(
      fc.constantFrom('&', '&amp;', '&am', '&#60;', '&#x0;', '>', '\r\n', '\r', '\n', '\t', '"', '\ud800', '\0'),
      fc.string({ maxLength: 4, unit: anyCharacter }),
    )
    const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replaceAll('<', ''))
    fc.assert(
      // A tag that is left out, so that the tokenizer reads the same text.
      fc.property(texts, (text) => {
        expect(sanitizeHtml(text)).toBe(sanitizeHtml(`${text}<x>`))
      }),
      { numRuns: sized(1_000, 20_000) },
    )
    const write = vi.spyOn(Tokenizer.prototype, 'write')
    expect(sanitizeHtml('Bring > 2 & share')).toBe('Bring &gt; 2 & share')
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  it('is worked out once for the same text', () => {
    const write = vi.spyOn(Tokenizer.prototype, 'write')
    for (let time = 0; time < 3; time++) expect(sanitizeHtml('<p>Just once')).toBe('<p>Just once</p>')
    expect(write).toHaveBeenCalledTimes(1)
    write.mockRestore()
  })
})

/** Milliseconds of processor time that a text takes. What else the machine does is not in it. */
function duration(html: string): number {
  const start = process.cpuUsage()
  sanitizeHtml(html)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const VOCABULARY = [
  '<li>',
  '</li>',
  '<ul>',
  '</ul>',
  '<div>',
  '</div>',
  '<b>',
  '</b>',
  '<span>',
  '</span>',
  '</article>',
  '<pre>',
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '`',
  '=',
  ' ',
  '\n',
  '\t',
  '\0',
  '&',
  ';',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  'a',
  'p',
  'b',
  'h1',
  'div',
  'script',
  'svg',
  'math',
  'style',
  'img',
  'iframe',
  'textarea',
  'noscript',
  'template',
  'title',
  'table',
  'select',
  'xmp',
  'plaintext',
  '<a href="',
  '<a href=',
  '<p ',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<svg>',
  '<math>',
  '</p>',
  '</a>',
  '<p>',
  '<br/>',
  '<h1>',
  '</h1>',
  'href',
  'src',
  'onerror',
  'onclick',
  'style',
  'xlink:href',
  'srcdoc',
  'javascript:',
  'https://x.example/',
  'http://',
  'data:text/html,',
  '&quot;',
  '&lt;',
  '&#60;',
  '&#x3c;',
  '&colon;',
  '&Tab;',
  'alert(1)',
  '//',
]
