import { directionOf } from '../../fields/language.js'
import { plainText } from '../../markup/plain-text.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { sanitizeMail } from '../../markup/sanitize-mail.js'
import { escaped } from './escaped.js'
import { type Letterhead, type MailColors, NIGHT, mailColors } from './letterhead.js'
import { type Pass, passHtml, passText } from './pass.js'

/** The words of an email. What stands in braces is filled in. An organizer types the paragraphs as one text. */
export interface Wording {
  subject: string
  body: string | string[]
  /** The words of the button: a link that has a line for itself is one. */
  button?: string
}

/** A value to fill in: text, an address to follow or several with labels, or an organizer's HTML. */
export type Value = string | Link | { addresses: Labeled[]; title?: string } | { html: string }

/** An address to follow. Its label stands for it where it has a line for itself. */
interface Link {
  address: string
  label?: string
}

interface Labeled {
  label: string
  address: string
}

export type Values = Record<string, Value>

/** The content of an email. */
export interface Content {
  subject: string
  text: string
  html: string
}

const BRACES = /\{(\w+)\}/g

/**
 * Writes an email. In a body of one text an empty line begins a paragraph. A line whose variables are all empty is left
 * out.
 * @param language of the wording
 * @param pass stands below the time and the place
 * @param footer lines of their own at the end
 * @param from the group whose name, logo and color the email has
 */
export function write(
  { subject, body, button }: Wording,
  values: Values,
  { language, footer = [], from, pass }: { language: string; footer?: string[]; from?: Letterhead; pass?: Pass },
): Content {
  const filledSubject = oneLine(filled(subject, values, asText))
  const paragraphs = [...paragraphsOf(body, values), ...footer.map((each) => [each])]
  const texts = paragraphs.map((lines) => lines.map((each) => filled(each, values, asText)).join('\n'))
  const html = paragraphs.map(
    (lines) =>
      `<p>${lines.map((each) => aloneOn(each, values, button) ?? filled(each, values, asHtml, escaped)).join('<br>\n')}</p>`,
  )
  if (pass) {
    // Below the time and the place.
    const at = 1 + paragraphs.findIndex((lines) => lines.some((line) => line.includes('{when}')))
    const below = at || paragraphs.length - footer.length
    texts.splice(below, 0, passText(pass).join('\n'))
    html.splice(below, 0, passHtml(pass))
  }
  return {
    subject: filledSubject,
    text: `${texts.join('\n\n')}\n`,
    html: document(filledSubject, html.join('\n'), language, from),
  }
}

/**
 * A whole document. Most programs of mail read styles in attributes alone; the few of the head are for the dark ones.
 * @param body HTML
 * @param from the group at the head of the email
 */
export function document(title: string, body: string, language: string, from: Letterhead = {}): string {
  const colors = mailColors(from.color)
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${colors ? atNight(colors) : ''}<title>${escaped(title)}</title></head>
<body style="margin:0 auto;padding:16px;max-width:600px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
${headOf(from, colors)}${eachDirected(colors ? withColor(body, colors) : body, language)}
</body>
</html>
`
}

/** In an email from the right, a paragraph that is typed in another script begins where that script does. */
const eachDirected = (body: string, language: string) =>
  directionOf(language) === 'rtl' ? body.replaceAll(/<(p|ul|ol|h\d)(?=[\s>])(?![^>]*\sdir=)/g, '<$1 dir="auto"') : body

/** The colors of links and of the line at the head, where a program is dark and says so. */
const atNight = ({ dark }: MailColors) =>
  '<meta name="color-scheme" content="light dark">' +
  `<style>@media(prefers-color-scheme:dark){a{color:${dark}!important}.brand{border-color:${dark}!important}` +
  `a.btn{background:${dark}!important;border-color:${dark}!important;color:${NIGHT}!important}}</style>`

/**
 * The name and the logo of a group, below a line of its color; nothing for a group that has chosen neither. Programs
 * show images late or never, so the name stands beside the logo.
 */
function headOf({ title, logo_url }: Letterhead, colors: MailColors | undefined): string {
  const logo = logo_url && /^https?:/.test(logo_url) ? escaped(logo_url) : ''
  if (!logo && !colors) return ''
  const cells = [
    ...(logo
      ? [
          '<td style="padding:0 12px 0 0;width:40px">' +
            `<img src="${logo}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:160px;border:0;border-radius:6px"></td>`,
        ]
      : []),
    ...(title ? [`<td style="padding:0;font-weight:600">${escaped(title)}</td>`] : []),
  ]
  const line = colors ? `border-top:4px solid ${colors.light};` : ''
  const row =
    cells.length > 0
      ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`
      : ''
  return `<div class="brand" style="${line}padding:16px 0 8px">${row}</div>\n`
}

/** Gives links the color of the group. A link for which an organizer has chosen a color keeps it. */
const withColor = (body: string, { light }: MailColors): string =>
  body
    .replaceAll(BUTTON, BUTTON.replaceAll('#16181d', light))
    .replaceAll(/<a(?=\s)(?![^>]*\sstyle=)/g, `<a style="color:${light}"`)

/** The lines of each paragraph, without those that say nothing. */
const paragraphsOf = (body: Wording['body'], values: Values): string[][] =>
  (typeof body === 'string' ? body.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/) : body)
    .map((paragraph) => paragraph.split('\n').filter((line) => says(line, values)))
    .filter((lines) => lines.length > 0)

function says(line: string, values: Values): boolean {
  const names = [...line.matchAll(BRACES)].map(([, name = '']) => name)
  return line.trim() !== '' && (names.length === 0 || names.some((name) => values[name] !== ''))
}

const filled = (
  text: string,
  values: Values,
  as: (value: Value) => string,
  between: (text: string) => string = (each) => each,
): string =>
  text
    .split(BRACES)
    .map((part, i) => (i % 2 === 0 ? between(part) : as(values[part] ?? '')))
    .join('')

/** A link that has a line for itself. */
function aloneOn(line: string, values: Values, button?: string): string | undefined {
  const value = values[/^\{(\w+)\}$/.exec(line.trim())?.[1] ?? '']
  if (typeof value !== 'object' || !('address' in value)) return undefined
  const { address, label } = value
  if (label) return linked(address, label)
  return button && `<a class="btn" href="${escaped(address)}" style="${BUTTON}">${escaped(button)}</a>`
}

/** A button for all programs of mail: the border keeps its shape in a contrast theme. */
const BUTTON =
  'display:inline-block;margin-top:8px;padding:11px 20px;border:1px solid #16181d;border-radius:8px;' +
  'background:#16181d;color:#ffffff;font-weight:600;text-decoration:none'

function asText(value: Value): string {
  if (typeof value === 'string') return value
  if ('addresses' in value)
    return lines(
      value,
      (text) => text,
      ({ label, address }) => `${label}: ${address}`,
    ).join('\n')
  return 'address' in value ? value.address : plainText(value.html)
}

function asHtml(value: Value): string {
  if (typeof value === 'string') return escaped(value).replaceAll('\n', '<br>\n')
  if ('html' in value) return `</p>${sanitizeHtml(value.html)}<p>`
  if ('address' in value) return linked(value.address, shortened(value.address))
  return lines(value, escaped, ({ label, address }) => linked(address, label)).join('<br>\n')
}

const lines = (
  { title, addresses }: { title?: string; addresses: Labeled[] },
  textOf: (text: string) => string,
  lineOf: (each: Labeled) => string,
): string[] => [...(title === undefined ? [] : [textOf(title)]), ...addresses.map(lineOf)]

/** Characters of an address that an email shows; the link, and the email as text, have all of it. */
const MOST_SHOWN = 48

/** Returns what an email shows of an address: where it leads first of all. */
function shortened(address: string): string {
  const text = address.replace(/^https?:\/\//, '')
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
}

const linked = (address: string, label = address) => `<a href="${escaped(address)}">${escaped(label)}</a>`

/** Titles and names may be longer than any program shows. */
const LONGEST_SUBJECT = 250

export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_SUBJECT) return line
  // Half a character of two units would be left.
  return `${line.slice(0, LONGEST_SUBJECT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A subject with its values. */
export const filledLine = (text: string, values: Values): string => oneLine(filled(text, values, asText))

/** HTML that an organizer wrote, which may be a whole document: what an email has of it, with its values as text. */
export const filledHtml = (html: string, values: Values): string => filled(sanitizeMail(html), values, asHtml)

/** Lines as a paragraph, in which addresses are links. They may be wider than a phone. */
export const paragraph = (text: string): string =>
  `<p style="overflow-wrap:anywhere">${escaped(text)
    .replaceAll(/https?:\/\/[^\s<>]+/g, '<a href="$&">$&</a>')
    .replaceAll('\n', '<br>')}</p>`
