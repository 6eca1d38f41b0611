import { characterEntitiesHtml4 } from 'character-entities-html4'
import { sanitizeHtml } from './sanitize-html.js'

/**
 * HTML that callers wrote, as text: paragraphs and list items on lines of their own, links with their address.
 * A value without a tag is text already, and keeps its lines.
 */
export function plainText(html: string): string {
  const isMarkup = /<[a-z!/][^<>]*>/i.test(html)
  const text = isMarkup ? withoutTags(sanitizeHtml(html).replace(/\s+/g, ' ')) : decoded(html)
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const LINES = ['br', 'hr', 'div', '/div', 'ul', '/ul', 'ol', '/ol', 'pre', '/pre']
const PARAGRAPHS = ['p', '/p', 'h4', '/h4', 'blockquote', '/blockquote']

/** The text in place of a tag. */
const BREAKS = new Map([
  ...LINES.map((tag) => [tag, '\n'] as const),
  ...PARAGRAPHS.map((tag) => [tag, '\n\n'] as const),
])

/** Sanitized HTML without its tags: each of them was written anew there, and every other `<` is escaped. */
function withoutTags(markup: string): string {
  let text = ''
  let link: { address: string; from: number } | undefined
  /** The lists around, with the number of items of those that count. */
  const lists: { items?: number }[] = []
  for (const part of markup.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?\w+)/.exec(part)?.[1]
    if (tag === undefined) text += decoded(part)
    else if (tag === 'a') link = { address: decoded(/ href="([^"]*)"/.exec(part)?.[1] ?? ''), from: text.length }
    else if (tag === '/a' && link) {
      const isShown = text.slice(link.from).trim().startsWith(link.address.replace(/\/$/, ''))
      if (!isShown) text += ` (${link.address})`
      link = undefined
    } else if (tag === 'li') {
      const list = lists.at(-1)
      text += list?.items === undefined ? '\n- ' : `\n${++list.items}. `
    } else {
      if (tag === 'ol' || tag === 'ul') lists.push(tag === 'ol' ? { items: 0 } : {})
      if (tag === '/ol' || tag === '/ul') lists.pop()
      text += BREAKS.get(tag) ?? ''
    }
  }
  return text
}

/** Text without character references. Editors write those of HTML 4; rarer ones stay as they are. */
const decoded = (text: string) => text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, character)

function character(reference: string, name: string): string {
  if (!name.startsWith('#')) return characterEntitiesHtml4[name] ?? (name === 'apos' ? "'" : reference)
  const code = /x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
}
