import { html } from 'parse5'
import { htmlOfMarkdown, markdownFault } from './markdown.js'

/*
 * Descriptions are HTML. Organizers type plain text with Markdown, or HTML if they know it: a text is HTML where every
 * tag in it is one of HTML, and Markdown else. Simple HTML becomes this text again when it is edited.
 */

/** Matches the beginning of a tag. It looks for the end no further than the next tag, so work grows with length. */
const TAGS = /<\/?([a-z][^<>\s/]*)[^<>]*(>?)/gi

const ELEMENTS = new Set<string>(Object.values(html.TAG_NAMES))

/** Whether a text was typed as HTML. An address in angle brackets is none, and no tag beside it counts. */
function isHtml(text: string): boolean {
  const tags = [...text.matchAll(TAGS)]
  return tags.length > 0 && tags.every(([, name = '', end]) => end && ELEMENTS.has(name.toLowerCase()))
}

/** The tag of people who know no other: it is a line break of Markdown. */
const BREAK = /<br ?\/?>\n?/gi

/**
 * Returns what was typed as HTML.
 * @param name of the field, for a refusal
 * @throws OsdiError invalid, as htmlOfMarkdown
 */
export function htmlOfTyped(typed: string, name?: string): string {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  const lines = text.replace(BREAK, '\n')
  return text === '' || isHtml(lines) ? text : htmlOfMarkdown(lines, name)
}

/** Replaces elements by what their content becomes. Where an end is missing, no later one is looked for. */
function elements(
  html: string,
  start: RegExp,
  end: string,
  written: (content: string, attribute: string) => string,
): string {
  let [text, at] = ['', 0]
  for (const match of html.matchAll(start)) {
    if (match.index < at) continue
    const from = match.index + match[0].length
    const to = html.indexOf(end, from)
    if (to < 0) break
    text += html.slice(at, match.index) + written(html.slice(from, to), match[1] ?? '')
    at = to + end.length
  }
  return text + html.slice(at)
}

/** The form of elements within Markdown, in the order in which they are replaced. */
const MARKDOWN: [start: RegExp, end: string, written: (content: string, attribute: string) => string][] = [
  [/<strong>/g, '</strong>', (text) => `**${text}**`],
  [/<b>/g, '</b>', (text) => `**${text}**`],
  [/<em>/g, '</em>', (text) => `*${text}*`],
  [/<i>/g, '</i>', (text) => `*${text}*`],
  [/<a href="([^"]*)">/g, '</a>', (text, href) => (href === text ? href : `[${text}](${href})`)],
  ...([1, 2, 3, 4, 5, 6] as const).map(
    (level) =>
      [new RegExp(`<h${level}>`, 'g'), `</h${level}>`, (text: string) => `${'#'.repeat(level)} ${text}\n`] as [
        RegExp,
        string,
        (content: string) => string,
      ],
  ),
  [/<ul>\n/g, '</ul>', (items) => items.replaceAll('<li>', '- ')],
]

/** Returns HTML as it is typed: as Markdown, where exactly this HTML follows from it. */
export function typedOfHtml(kept: string): string {
  const within = MARKDOWN.reduce((text, [start, end, written]) => elements(text, start, end, written), kept)
  const lines = within.replaceAll('</li>', '').replace(/<br ?\/?>\n?/g, '\n')
  const typed = elements(lines, /<p>/g, '</p>', (text) => `${text}\n`)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
  return markdownFault(typed) === undefined && htmlOfTyped(typed) === kept ? typed : kept
}
