/** HTML that is safe to show. Only `markup` and `prose` create it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | false | undefined | Part[]

/** Fills in a template of HTML. Values are escaped, except other templates. */
export const markup = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, i) => text + rendered(parts[i])).join(''))

function rendered(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(rendered).join('')
  return part instanceof Markup ? part.text : escaped(String(part))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] as string)

/** Escapes a sentence and marks up `code` between backticks. */
export const prose = (text: string): Markup =>
  new Markup(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
