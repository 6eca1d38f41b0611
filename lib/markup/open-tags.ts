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
export function openTags() {
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
