/*
 * Descriptions are HTML. Organisers type plain text, or HTML if they know it: a text without a tag becomes paragraphs,
 * and paragraphs alone become a text again when they are edited.
 */

const TAG = /<\/?[a-z][^>]*>/i

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const UNESCAPES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Returns what was typed as HTML. */
export function htmlOfTyped(typed: string): string {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (text === '' || TAG.test(text)) return text
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replace(/[&<>]/g, (each) => ESCAPES[each] ?? each).replace(/\n/g, '<br>')}</p>`)
    .join('\n')
}

/** Returns HTML as it is typed: as plain text where it is no more than paragraphs. */
export function typedOfHtml(html: string): string {
  const text = html.split('\n').map((line) => /^<p>(.*)<\/p>$/.exec(line)?.[1]?.replaceAll('<br>', '\n'))
  if (text.some((part) => part === undefined || TAG.test(part))) return html
  const typed = text.join('\n\n').replace(/&(amp|lt|gt);/g, (each) => UNESCAPES[each] ?? each)
  return htmlOfTyped(typed) === html ? typed : html
}
