import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { outboxOf } from '../../lib/runtime/environment.js'
import type { HttpResponse } from '../http/result.js'
import { LANGUAGES } from '../../lib/texts/messages.js'
import type { LocalPart } from '../part.js'
import { galleryOf } from './gallery.mail.js'

/*
 * The mails that this machine keeps instead of sending them: a list at /outbox, each as a page, and as its file. The
 * gallery of the style guide has every kind.
 */

/** The path of the list. */
const OUTBOX = '/outbox'

/** The most mails on the list, the newest first. */
const MOST_LISTED = 200

/** The path of the gallery, below the style guide. */
const GALLERY = '/manage/styleguide/emails'

/** Shows the emails to whom runs the service. */
export const outbox: LocalPart = {
  answer(settings, path) {
    if (path === GALLERY || path.startsWith(`${GALLERY}/`)) return Promise.resolve(answerGallery(path))
    return path === OUTBOX || path.startsWith(`${OUTBOX}/`) ? answerOutbox(outboxOf(settings), path) : undefined
  },
}

/** Answers the gallery in a language, `/en`, or an email of it in a scheme, `/en/confirmation/dark`. */
function answerGallery(path: string): HttpResponse {
  const [language = 'en', name, scheme] = path.slice(GALLERY.length + 1).split('/')
  const mails = galleryOf(language || 'en')
  if (name === undefined) {
    const languages = LANGUAGES.map(({ tag, name }) => `<a href="${GALLERY}/${tag}">${name}</a>`).join(' · ')
    const frame = (of: string, title: string) =>
      `<iframe title="${title}" src="${GALLERY}/${language || 'en'}/${of}" loading="lazy"></iframe>`
    const rows = [...mails].map(
      ([each, { subject }]) =>
        `<h2>${each}</h2><p>${escaped(subject)}</p>
<div>${frame(each, `${each}, light`)}${frame(`${each}/dark`, `${each}, dark`)}</div>`,
    )
    return page(`<h1>Emails</h1><p>Every kind, with texts as long as they come: ${languages}</p>${rows.join('\n')}`)
  }
  const mail = mails.get(name)
  return mail ? htmlOf(scheme === 'dark' ? atNight(mail.html) : mail.html) : page('<h1>No such email</h1>', 404)
}

/** A frame has no scheme of its own: the styles for dark programs apply at once. */
const atNight = (html: string) =>
  html
    .replaceAll('@media(prefers-color-scheme:dark)', '@media all')
    .replace('<style>', '<style>:root{color-scheme:dark;background:#1e1e1e;color:#eee}')

/** Answers a path of the outbox. @param folder where the emails are */
async function answerOutbox(folder: string, path: string): Promise<HttpResponse> {
  if (path.replace(/\/$/, '') === OUTBOX) return page(await list(folder))
  const [, name = '', file] = /^\/outbox\/([\w-]+)(\.eml|\.html)?$/.exec(path) ?? []
  const raw = name && (await readFile(join(folder, `${name}.eml`)).catch(() => undefined))
  if (!raw) return page('<h1>No such email</h1>', 404)
  if (file === '.html') return htmlOf((await simpleParser(raw)).html || '')
  if (file) return { status: 200, headers: { 'content-type': 'message/rfc822' }, cookies: [], body: raw }
  return page(view(name, await simpleParser(raw)))
}

async function list(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    // They begin with the time.
    .sort()
    .reverse()
  const rows = await Promise.all(
    names.slice(0, MOST_LISTED).map(async (file) => {
      const { headers, to, subject = '', date } = await simpleParser(await readFile(join(folder, file)))
      const cells = [date?.toLocaleString('en-US') ?? '', headers.get('x-turnout-kind') as string, addressesOf(to)]
      const link = `<a href="${OUTBOX}/${file.slice(0, -'.eml'.length)}">${escaped(subject)}</a>`
      return `<tr>${cells.map((each) => `<td>${escaped(each)}</td>`).join('')}<td>${link}</td></tr>`
    }),
  )
  const heads = ['Time', 'Kind', 'To', 'Subject'].map((each) => `<th>${each}</th>`).join('')
  return `<h1>Outbox</h1>
<p><strong>None of these emails has left this machine.</strong> The files are in ${escaped(folder)}. Set SMTP_URL to send
emails through a server.</p>
<p>${names.length === 1 ? '1 email' : `${names.length} emails`}${names.length > MOST_LISTED ? `, the last ${MOST_LISTED} of which are shown` : ''}.</p>
<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function view(name: string, { headers, from, to, subject = '', date, text = '', attachments }: ParsedMail) {
  const lines = [
    ['From', from?.text ?? ''],
    ['To', addressesOf(to)],
    ['Date', date?.toLocaleString('en-US') ?? ''],
    ['Kind', headers.get('x-turnout-kind') as string],
    ['Attachments', attachments.flatMap(({ filename }) => filename ?? []).join(', ')],
  ].map(([label = '', value = '']) => value && `<dt>${label}</dt><dd>${escaped(value)}</dd>`)
  return `<p><a href="${OUTBOX}">Outbox</a> · <a href="${OUTBOX}/${name}.eml">the file</a></p>
<h1>${escaped(subject)}</h1><dl>${lines.join('')}</dl>
<iframe title="The email" src="${OUTBOX}/${name}.html"></iframe>
<h2>As text</h2>
<pre>${escaped(text).replaceAll(/https?:\/\/(?:[^\s&<>]|&amp;)+/g, '<a href="$&">$&</a>')}</pre>
<p><strong>This email has not left the machine.</strong></p>`
}

const addressesOf = (to: ParsedMail['to']) =>
  [to ?? []]
    .flat()
    .map((each) => each.text)
    .join(', ')

const STYLES = `body{overflow-wrap:anywhere;font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}iframe{width:100%;height:36rem;border:1px solid #777}
div{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}@media(width<50rem){div{grid-template-columns:minmax(0,1fr)}td{display:block}}
dt{float:left;clear:left;width:7rem;color:#555}`

/** Answers with a whole document. It runs no script, and only pages of this machine frame it. */
const htmlOf = (html: string, status = 200): HttpResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; img-src https: data:",
    'cache-control': 'no-store',
  },
  cookies: [],
  // Links of an email open pages of their own.
  body: Buffer.from(html.replace('<head>', '<head><base target="_top">')),
})

const page = (body: string, status = 200): HttpResponse =>
  htmlOf(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails</title><style>${STYLES}</style></head><body><main>${body}</main></body></html>\n`,
    status,
  )

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (each) => CHARACTERS[each] as string)
