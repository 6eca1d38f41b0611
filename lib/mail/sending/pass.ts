import { encodeQR } from 'qr'
import { escaped } from './escaped.js'

/** The pass of a guest in an email: what the code says is said in words, too, for programs that show no images. */
export interface Pass {
  /** For how many people it is. */
  title: string
  name: string
  /** What to do with it. */
  how: string
  /** What the image of the code is. */
  alt: string
  directions?: { label: string; address: string } | undefined
}

/** The part of an email that is the image of the code. */
const CODE = 'pass'

/** The width of the image in an email. */
const WIDE = 148

/** The code as a part of the email: programs show it without asking another host, and without a network. */
export const partOfCode = (address: string) => ({
  cid: CODE,
  filename: 'pass.gif',
  contentType: 'image/gif',
  contentDisposition: 'inline' as const,
  content: Buffer.from(encodeQR(address, 'gif', { border: 4, ecc: 'medium', scale: 4 })),
})

/** The lines of a pass in an email that is text. */
export const passText = ({ title, name, how, directions }: Pass): string[] => [
  [title, name].filter(Boolean).join(': '),
  how,
  ...(directions ? [`${directions.label}: ${directions.address}`] : []),
]

/** A pass as HTML. Scanners need its code on white, also where a program is dark. */
export const passHtml = ({ title, name, how, alt, directions }: Pass): string =>
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="pass" style="margin:16px 0;width:100%;' +
  'border:1px solid #8a8f98;border-radius:12px"><tr>' +
  `<td style="padding:12px;width:${WIDE}px"><img src="cid:${CODE}" alt="${escaped(alt)}" width="${WIDE}" height="${WIDE}" ` +
  'style="display:block;border:0;border-radius:8px;background:#ffffff"></td>' +
  `<td style="padding:12px;vertical-align:middle">${[
    `<strong>${escaped(title)}</strong>`,
    ...(name ? [escaped(name)] : []),
    escaped(how),
    ...(directions ? [`<a href="${escaped(directions.address)}">${escaped(directions.label)}</a>`] : []),
  ].join('<br>\n')}</td></tr></table>`
