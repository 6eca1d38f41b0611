import { FilterXSS } from 'xss'
import { balanced } from './balanced.js'

/** Text and its structure. No images: a page that shows an event loads nothing from wherever its text says. */
const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup'],
]

/** What no reader was meant to see. Of other tags that are not allowed, the content stays. */
const REMOVED_WITH_CONTENT = new Set([
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'title'],
  ...['iframe', 'object', 'svg', 'math', 'textarea', 'select'],
])

/**
 * HTML that callers wrote, fit to stand in anybody's page. Allowed tags are written anew, with no attribute but
 * the address of a link, the rest is stripped, and every other `<` or `>` is escaped: nothing that was sent
 * comes out as markup of its own. Every tag is closed, so that nothing breaks out of its place.
 */
export function sanitised(html: string): string {
  /** The element that is being left out with its content, to the end where it has no end tag. */
  let removing: string | undefined
  const filter = new FilterXSS({
    whiteList: ALLOWED,
    css: false,
    onTag: (tag, _html, { isClosing = false }) => {
      if (removing !== undefined) {
        if (isClosing && tag === removing) removing = undefined
        return ''
      }
      if (!isClosing && REMOVED_WITH_CONTENT.has(tag)) {
        removing = tag
        return ''
      }
      return /^h[1-6]$/.test(tag) ? heading(isClosing) : undefined
    },
    // "1 < 2 > 0" has no tag in it.
    onIgnoreTag: (_tag, sent) => (/^<[/!?]?[a-z]/i.test(sent) ? '' : escaped(sent)),
    onTagAttr: (tag, name, value) => (tag === 'a' && name === 'href' ? link(value) : ''),
    escapeHtml: (text) => (removing === undefined ? escaped(text) : ''),
  })
  return balanced(filter.process(html))
}

const ALLOWED = { a: ['href'], ...Object.fromEntries(TAGS.map((tag) => [tag, []])) }

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The page has headings above these: a title of its own, and that of the event. */
const heading = (isClosing: boolean) => (isClosing ? '</h4>' : '<h4>')

/** The attributes of a link to an absolute web address, as a URL parser writes it; none for any other. */
function link(value: string): string {
  const address = decoded(value).trim()
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return ''
  const href = new URL(address).href.replaceAll('&', '&amp;')
  return /["<>\s]/.test(href) ? '' : `href="${href}" target="_blank" rel="noopener noreferrer nofollow"`
}

/** An attribute's value without the character references that addresses are written with. */
const decoded = (value: string) => value.replaceAll('&quot;', '"').replace(/&(amp|#38|#x26);/gi, '&')
