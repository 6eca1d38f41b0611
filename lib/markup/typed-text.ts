import { htmlOfMarkdown } from './markdown.js'

/*
 * Descriptions are HTML. Organisers type plain text with Markdown, or HTML if they know it: a text without a tag is
 * Markdown, and simple HTML becomes this text again when it is edited.
 */

const TAG = /<\/?[a-z][^>]*>/i

/** Returns what was typed as HTML. */
export function htmlOfTyped(typed: string): string {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  return text === '' || TAG.test(text) ? text : htmlOfMarkdown(text)
}

/** Returns HTML as it is typed: as Markdown, where exactly this HTML follows from it. */
export function typedOfHtml(html: string): string {
  const typed = html
    .replace(/<(strong|b)>(.*?)<\/\1>/gs, '**$2**')
    .replace(/<(em|i)>(.*?)<\/\1>/gs, '*$2*')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_link, href: string, text: string) =>
      href === text ? href : `[${text}](${href})`,
    )
    .replace(
      /<h([1-6])>(.*?)<\/h\1>/gs,
      (_heading, level: string, text: string) => `${'#'.repeat(Number(level))} ${text}\n`,
    )
    .replace(/<ul>\n(.*?)<\/ul>/gs, (_list, items: string) => items.replaceAll('<li>', '- '))
    .replaceAll('</li>', '')
    .replace(/<br ?\/?>\n?/g, '\n')
    .replace(/<p>(.*?)<\/p>/gs, '$1\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
  return htmlOfTyped(typed) === html ? typed : html
}
