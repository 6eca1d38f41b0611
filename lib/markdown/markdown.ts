import { Marked } from 'marked'

/*
 * Texts that organisers type: an empty line begins a paragraph, a line break stays one, and Markdown sets bold, lists
 * and links. Tags are texts: <snacks> is what was typed, and is what is read.
 */

const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
  },
})

/** Returns a text with Markdown as HTML. It has no element that was typed. */
export const htmlOfMarkdown = (text: string): string => (marked.parse(text) as string).trim()
