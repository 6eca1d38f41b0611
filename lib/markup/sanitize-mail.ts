import type { Token } from 'parse5'
import { type Allowance, OF_PAGES, sanitize } from './sanitize-html.js'

/** The elements of a letter: those of pages, and more. */
const OF_MAILS = new Set([
  ...OF_PAGES,
  'dl',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h5',
  'h6',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'center',
  'img',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'figure',
  'figcaption',
  'del',
  'ins',
  'mark',
  'font',
  'abbr',
])

const ATTRIBUTES = new Set([
  'alt',
  'title',
  'width',
  'height',
  'valign',
  'bgcolor',
  'color',
  'face',
  'size',
  'border',
  'role',
  'cellpadding',
  'cellspacing',
  'colspan',
  'rowspan',
  'dir',
  'lang',
  'start',
  'type',
])

/** The beginnings of addresses in links and pictures. A value that is filled in is not a beginning of one. */
const ADDRESSES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|tel:)/i,
  src: /^(https?:\/\/|data:image\/(png|jpeg|gif|webp);)/i,
}

/** Properties that change how a letter looks, and nothing that is around it. */
const STYLES = new RegExp(
  '^(' +
    'color|background|background-color|width|min-width|max-width|vertical-align|text-align|text-decoration|' +
    'text-transform|letter-spacing|line-height|white-space|word-break|overflow-wrap|list-style(-type)?|' +
    'font(-(family|size|weight|style|variant))?|border(-[a-z-]+)?|(padding|margin)(-(top|right|bottom|left))?' +
    ')$',
)

/** Values that load something, that hide what they are, and that draw over what is beside the element. */
const REFUSED_VALUE = /url\(|expression|[\\@{}<>]|\/\*|(^|[\s,(])-\s*[\d.]/i

const IN_MAILS: Allowance = {
  nameOf: (tagName) => (OF_MAILS.has(tagName) ? tagName : undefined),
  attributesOf: (element, attributes) =>
    attributes
      .map(({ name, value }) => ({ name, value: valueOf(element, name, value.trim()) }))
      .map(({ name, value }) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
      .join(''),
}

/**
 * Sanitizes what an organizer writes to people, so that what follows it in the email is shown, whatever the text holds:
 * no style reaches out of its element, and no comment or element is left open.
 */
export const sanitizeMail = (html: string): string => sanitize(html, IN_MAILS)

/** Beside these, what follows would stand. */
const FLOATING = new Set(['img', 'table'])

function valueOf(element: string, name: string, value: string): string | undefined {
  if (name === 'align') return FLOATING.has(element) ? undefined : value
  if (name === 'style') return styleOf(value)
  const address = ADDRESSES[name]
  if (address) return address.test(value) ? value : undefined
  return ATTRIBUTES.has(name) ? value : undefined
}

function styleOf(text: string): string | undefined {
  const kept = text.split(';').filter((declaration) => {
    const [property = '', ...value] = declaration.split(':')
    return STYLES.test(property.trim().toLowerCase()) && !REFUSED_VALUE.test(value.join(':'))
  })
  return kept.length > 0 ? kept.map((each) => each.trim()).join('; ') : undefined
}

const CHARACTERS: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: Token.Attribute['value']) => text.replaceAll(/[&"<>]/g, (each) => CHARACTERS[each] as string)
