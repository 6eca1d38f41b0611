/** They have no content, so nothing closes them. */
const VOID = new Set(['br', 'hr'])

/** Before one of these, a parser of HTML ends the paragraph that is open. */
const BLOCKS = new Set(['p', 'div', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr', 'h4'])

/** An item ends the one before it, with all that is open in that, unless one of these stands between them. */
const HOLDS_ITEMS = new Set(['ul', 'ol', 'blockquote', 'pre', 'h4'])

/** Deeper than anybody writes; so that no tag has much to look through. */
const MAX_DEPTH = 100

/**
 * Sanitised HTML whose every tag is closed within it, inner ones first, so that it cannot end what it stands in. What
 * parsers of HTML end by themselves is ended here (HTML, "Parsing", "in body"): otherwise the end tag that the author
 * wrote for it would end something outside.
 */
export function balanced(html: string): string {
  const open: string[] = []
  /** The end tags from this place on; none, where there is no such place. */
  const close = (from: number) =>
    (from < 0 ? [] : open.splice(from).reverse()).map((name) => `</${name}>`).join('')
  const begin = (tag: string, name: string) => {
    const ended = close(endedBy(name, open)) + (BLOCKS.has(name) ? close(open.lastIndexOf('p')) : '')
    if (VOID.has(name)) return ended + tag
    if (open.length === MAX_DEPTH) return ended
    open.push(name)
    return ended + tag
  }
  const within = html.replace(/<(\/?)([a-z0-9]+)[^>]*>/g, (tag, slash: string, name: string) =>
    slash ? close(open.lastIndexOf(name)) : begin(tag, name),
  )
  return within + close(0)
}

/** The place of the item or the heading that another one ends, or -1. No heading stands in another. */
function endedBy(name: string, open: string[]): number {
  if (name !== 'li' && name !== 'h4') return -1
  const last = open.lastIndexOf(name)
  return name === 'h4' || last > open.findLastIndex((each) => HOLDS_ITEMS.has(each)) ? last : -1
}
