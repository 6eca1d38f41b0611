import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { outboxOf } from '../../lib/runtime/environment.js'
import type { HttpResponse } from '../http/result.js'
import type { LocalPart } from '../part.js'

/*
 * The mails that this machine keeps instead of sending them: a list at /outbox, each as a page, and as its file.
 */

/** The path of the list. */
const OUTBOX = '/outbox'

/** The most mails on the list, the newest first. */
const MOST_LISTED = 200

/** Shows the mails to whom runs the service. */
export const outbox: LocalPart = {
  answer: (settings, path) =>
    path === OUTBOX || path.startsWith(`${OUTBOX}/`) ? answerOutbox(outboxOf(settings), path) : undefined,
}

/** Answers a path of the outbox. @param folder where the mails are */
async function answerOutbox(folder: string, path: string): Promise<HttpResponse> {
  if (path.replace(/\/$/, '') === OUTBOX) return page(await list(folder))
  const [, name = '', file] = /^\/outbox\/([\w-]+)(\.eml)?$/.exec(path) ?? []
  const raw = name && (await readFile(join(folder, `${name}.eml`)).catch(() => undefined))
  if (!raw) return page('<h1>No such mail</h1>', 404)
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
      const cells = [date?.toISOString() ?? '', headers.get('x-turnout-kind') as string, addressesOf(to)]
      const link = `<a href="${OUTBOX}/${file.slice(0, -'.eml'.length)}">${escaped(subject)}</a>`
      return `<tr>${cells.map((each) => `<td>${escaped(each)}</td>`).join('')}<td>${link}</td></tr>`
    }),
  )
  const heads = ['Time', 'Kind', 'To', 'Subject'].map((each) => `<th>${each}</th>`).join('')
  return `<h1>Outbox</h1>
<p><strong>Nothing of this has left the machine.</strong> The files are in ${escaped(folder)}. Set SMTP_URL to send
mails by a server.</p>
<p>${names.length} mails${names.length > MOST_LISTED ? `, the last ${MOST_LISTED} of which are shown` : ''}.</p>
<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function view(name: string, { headers, from, to, subject = '', date, text = '', attachments }: ParsedMail) {
  const lines = [
    ['From', from?.text ?? ''],
    ['To', addressesOf(to)],
    ['Date', date?.toISOString() ?? ''],
    ['Kind', headers.get('x-turnout-kind') as string],
    ['Files', attachments.map(({ filename = '' }) => filename).join(', ')],
  ].map(([label = '', value = '']) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`)
  return `<p><a href="${OUTBOX}">Outbox</a> · <a href="${OUTBOX}/${name}.eml">the file</a></p>
<h1>${escaped(subject)}</h1><dl>${lines.join('')}</dl>
<pre>${escaped(text).replaceAll(/https?:\/\/[^\s&<>]+/g, '<a href="$&">$&</a>')}</pre>
<p><strong>This mail has not left the machine.</strong></p>`
}

const addressesOf = (to: ParsedMail['to']) =>
  [to ?? []]
    .flat()
    .map((each) => each.text)
    .join(', ')

const STYLES = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
pre{white-space:pre-wrap;font:inherit}dt{float:left;clear:left;width:5rem;color:#555}`

const page = (body: string, status = 200): HttpResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
  },
  cookies: [],
  body: Buffer.from(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Outbox</title><style>${STYLES}</style></head><body>${body}</body></html>\n`,
  ),
})

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (each) => CHARACTERS[each] as string)
