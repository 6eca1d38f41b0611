import { Marked } from 'marked'
import { invalid } from '../runtime/errors.js'

/*
 * Texts that organizers type: an empty line begins a paragraph, a line break stays one, and Markdown sets bold, lists
 * and links. Tags are texts: <snacks> is what was typed, and is what is read. So are numbers: only what counts from 1
 * is a numbered list, because a list counts by itself, and "31. December" must not become the second of two.
 *
 * Strangers type Markdown, too. The parser calls itself for each quote within a quote, and compares each mark of
 * emphasis with those before it, so texts are looked at first: within these limits, its work grows with the length.
 */

const OPTIONS = {
  gfm: true,
  breaks: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    // `false` leaves a list to the parser.
    list: (source: string) => (isCounted(source) ? (false as const) : undefined),
  },
}

const MOST_CHARACTERS = 40_000
/** Marks of quotes and lists in a row, or characters by which a line is indented. */
const [MOST_NESTED, MOST_INDENTED] = [20, 80]
/** Marks of emphasis, brackets and the like in one paragraph. */
const MOST_MARKS = 400

const NESTED = /^[ \t>*+\-\d.)]*/
const MARK = />|[*+-](?=[ \t]|$)|\d[.)]/g
const MARKS = /[*_~`[\]<]+/g

const NUMBER = /^( {0,3})(\d{1,9})([.)])([ \t]+|$)/

/** Whether a list is one of marks, or numbers its two or more items by 1, 2, 3. */
function isCounted(source: string): boolean {
  const [, indent = '', first, delimiter, gap = ''] = NUMBER.exec(source.split('\n', 1)[0] ?? '') ?? []
  if (first === undefined) return true
  if (first !== '1') return false
  const inside = indent.length + 2 + Math.min(gap.length, 4)
  let [count, isAfterBlank] = [0, false]
  for (const [line] of source.matchAll(/[^\n]*\n?/g)) {
    const own = line.length - line.trimStart().length
    if (line.trim() === '') {
      if (line === '') break
      isAfterBlank = true
      continue
    }
    const [, , number, mark] = own < inside ? (NUMBER.exec(line.trimEnd()) ?? []) : []
    if (number !== undefined && mark === delimiter) {
      if (Number(number) !== ++count) return false
    } else if (number !== undefined || (own < inside && isAfterBlank)) break
    isAfterBlank = false
  }
  return count > 1
}

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
