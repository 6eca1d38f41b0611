import { Marked } from 'marked'
import { invalid } from '../runtime/errors.js'

/*
 * Texts that organisers type: an empty line begins a paragraph, a line break stays one, and Markdown sets bold, lists
 * and links. Tags are texts: <snacks> is what was typed, and is what is read.
 *
 * Strangers type Markdown, too. The parser calls itself for each quote within a quote, and compares each mark of
 * emphasis with those before it, so texts are looked at first: within these limits, its work grows with the length.
 */

const OPTIONS = { gfm: true, breaks: true, tokenizer: { html: () => undefined, tag: () => undefined } }

const MOST_CHARACTERS = 40_000
/** Marks of quotes and lists in a row, or characters by which a line is indented. */
const [MOST_NESTED, MOST_INDENTED] = [20, 80]
/** Marks of emphasis, brackets and the like in one paragraph. */
const MOST_MARKS = 400

const NESTED = /^[ \t>*+\-\d.)]*/
const MARK = />|[*+-](?=[ \t]|$)|\d[.)]/g
const MARKS = /[*_~`[\]<]+/g

let marked: Marked | undefined

/**
 * Returns a text with Markdown as HTML. It has no element that was typed.
 * @param name of the field, for a refusal
 * @throws OsdiError invalid for a text that is too long, or has too many marks
 */
export function htmlOfMarkdown(text: string, name = 'text'): string {
  const fault = markdownFault(text)
  if (fault !== undefined)
    throw invalid([{ error_code: 'too_complex', description: `${name} ${fault}`, properties: [name] }])
  return ((marked ??= new Marked(OPTIONS)).parse(text) as string).trim()
}

/** Returns what keeps a text from being read as Markdown, as text. */
export function markdownFault(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters`
  let marks = 0
  for (const line of text.split('\n')) {
    const start = NESTED.exec(line)?.[0] ?? ''
    if ((start.match(MARK)?.length ?? 0) > MOST_NESTED)
      return `must have at most ${MOST_NESTED} quotes or lists within each other`
    if (line.length - line.trimStart().length > MOST_INDENTED)
      return `must be indented by at most ${MOST_INDENTED} characters`
    marks = line.trim() === '' ? 0 : marks + (line.match(MARKS)?.length ?? 0)
    if (marks > MOST_MARKS) return `must have at most ${MOST_MARKS} marks such as * and [ in a paragraph`
  }
  return undefined
}
