import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** Elements without content, which no end tag closes. */
const VOID = new Set(['br', 'hr', 'img'])

/** A browser ends an open paragraph before one of these. */
const BLOCKS = new Set(['p', 'div', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr', 'h4'])

/** An item ends the item before it, unless one of these stands between them. */
const HOLDS_ITEMS = new Set(['ul', 'ol', 'blockquote', 'pre', 'h4'])

/** Deeper nesting is flattened, so that no tag has many others to look through. */
const MAX_DEPTH = 100

/**
 * Writes tags so that a browser builds exactly the tree that they spell: inner elements are closed first, and what a
 * browser ends by itself is ended here (HTML standard, "Tree construction", "in body").
 */
function openTags() {
  const open: string[] = []
  /** Closes everything from an index on; nothing when there is no such index. */
  const closeFrom = (from: number) => (from < 0 ? [] : open.splice(from).reverse()).map((name) => `</${name}>`).join('')
  /** The index of the item or the heading that a start tag ends, or -1. */
  const endedBy = (name: string): number => {
    if (name !== 'li' && name !== 'h4') return -1
    const last = open.lastIndexOf(name)
    return name === 'h4' || last > open.findLastIndex((each) => HOLDS_ITEMS.has(each)) ? last : -1
  }
  return {
    open(name: string, attributes: string): string {
      // A link within a link would end the outer one.
      if (name === 'a' && open.includes('a')) return ''
      const ended = closeFrom(endedBy(name)) + (BLOCKS.has(name) ? closeFrom(open.lastIndexOf('p')) : '')
      if (VOID.has(name)) return `${ended}<${name}${attributes}>`
      if (open.length === MAX_DEPTH) return ended
      open.push(name)
      return `${ended}<${name}${attributes}>`
    },
    close: (name: string) => closeFrom(open.lastIndexOf(name)),
    closeAll: () => closeFrom(0),
  }
}

/** The elements and attributes of HTML that stay. */
export interface Allowance {
  /** The name under which an element stays; undefined for one that is left out, whose content stays. */
  nameOf: (tagName: string) => string | undefined
  /** The attributes of an element, as they are written: each begins with a space. */
  attributesOf: (name: string, attributes: Token.Attribute[]) => string
}

/** Text and its structure. No images: a page that shows an event loads nothing from a host that its text names. */
export const OF_PAGES = new Set([
  'a',
  'p',
  'br',
  'hr',
  'div',
  'span',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'h4',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
])

const { DATA, RAWTEXT, RCDATA, SCRIPT_DATA, PLAINTEXT } = TokenizerMode

/**
 * Elements whose content is not text for readers, and how the tokenizer has to read it. The content of other elements
 * that are not allowed stays.
 */
const REMOVED_WITH_CONTENT = new Map([
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map((name) => [name, RAWTEXT] as const),
  ...['title', 'textarea'].map((name) => [name, RCDATA] as const),
  ...['template', 'object', 'svg', 'math', 'select'].map((name) => [name, DATA] as const),
  ['script', SCRIPT_DATA],
  ['plaintext', PLAINTEXT],
])

/**
 * Sanitizes HTML that callers sent, so that it can be part of any page. Allowed tags are written anew, with no
 * attribute but the address of a link; all others are left out. Every tag is closed in the order that the HTML standard
 * demands, so the result cannot end the element that it is put into. Takes time in proportion to the length.
 */
export function sanitizeHtml(html: string): string {
  const known = results.get(html)
  if (known !== undefined) return known
  const result = sanitize(html, IN_PAGES)
  if (charactersKept + html.length + result.length > MAX_CHARACTERS_KEPT) {
    results.clear()
    charactersKept = 0
  }
  results.set(html, result)
  charactersKept += html.length + result.length
  return result
}

/** Results by what was sent: a process shows the same descriptions again and again. */
const results = new Map<string, string>()
const MAX_CHARACTERS_KEPT = 4_000_000
let charactersKept = 0

/** Writes HTML anew with what is allowed of it: in whole, and every tag closed in the order that it demands. */
export function sanitize(html: string, { nameOf, attributesOf }: Allowance): string {
  // No tag begins in it, so that a cold function need not load the tokenizer, a file of 82 KB.
  if (!/[<\0]/.test(html)) return escaped(html)
  const tags = openTags()
  let clean = ''
  /** The element that is being left out with its content, to the end of the text if it has no end tag. */
  let removing: string | undefined
  // A character reference means the same where it is written out again, so text is taken as it was sent.
  const addText = ({ location }: Token.CharacterToken) => {
    if (removing === undefined && location) clean += escaped(html.slice(location.startOffset, location.endOffset))
  }
  const nothing = () => undefined
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ tagName, attrs }) {
        if (removing !== undefined) return
        const content = REMOVED_WITH_CONTENT.get(tagName)
        const name = nameOf(tagName)
        if (content !== undefined) {
          removing = tagName
          tokenizer.state = content
        } else if (name !== undefined) clean += tags.open(name, attributesOf(name, attrs))
      },
      onEndTag({ tagName }) {
        if (removing === undefined) clean += tags.close(nameOf(tagName) ?? '')
        else if (tagName === removing) removing = undefined
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
      onParseError: null,
    },
  )
  tokenizer.write(html, true)
  return clean + tags.closeAll()
}

const IN_PAGES: Allowance = {
  nameOf(tagName) {
    // The page has headings above these: its own title, and that of the event.
    const name = /^h[1-6]$/.test(tagName) ? 'h4' : tagName
    return OF_PAGES.has(name) ? name : undefined
  },
  attributesOf: (name, attributes) => (name === 'a' ? linkAttributes(attributes) : ''),
}

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The attributes of a link to an absolute web address, as a URL parser writes it; none for any other. */
function linkAttributes(attributes: Token.Attribute[]): string {
  const address = attributes.find(({ name }) => name === 'href')?.value.trim() ?? ''
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return ''
  const href = new URL(address).href.replaceAll('&', '&amp;')
  return /["<>\s]/.test(href) ? '' : ` href="${href}" target="_blank" rel="noopener noreferrer nofollow"`
}
