import { Marked } from 'marked'

/*
 * Texts that organisers type: an empty line begins a paragraph, a line break stays one, and Markdown sets bold, lists
 * and links. Tags are texts: <snacks> is what was typed, and is what is read.
 */

const OPTIONS = { gfm: true, breaks: true, tokenizer: { html: () => undefined, tag: () => undefined } }

let marked: Marked | undefined

/** Returns a text with Markdown as HTML. It has no element that was typed. */
export const htmlOfMarkdown = (text: string): string =>
  ((marked ??= new Marked(OPTIONS)).parse(text) as string).trim()
