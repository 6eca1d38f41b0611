/** HTML that is safe to show: made by `markup` alone. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | false | undefined | Part[]

/** A template of HTML. Whatever is filled in is escaped, but for other templates. */
export const markup = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, i) => text + shown(parts[i])).join(''))

function shown(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(shown).join('')
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

/** A sentence in which `code` stands between backticks. */
export const prose = (text: string): Markup =>
  new Markup(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
