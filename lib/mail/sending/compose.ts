import MailComposer from 'nodemailer/lib/mail-composer'
import { type Mail, MailRefused } from '../mail.js'
import { addressIn } from '../sender.js'
import { partOfCode } from './pass.js'

/** The size that most servers take, in bytes. Amazon SES takes 40 MB, and slows down senders of emails above 10 MB. */
const MOST_BYTES = 10 * 1024 * 1024

/** An email as it goes over the wire (RFC 5322). */
export interface Composed {
  raw: Buffer
  /** The addresses of SMTP, which are not read from the headers. */
  envelope: { from: string; to: string }
}

/**
 * Composes an email: text, HTML and the calendar file as parts, and the headers by which programs tell mails apart.
 * @param from `Name <address>` of the installation
 * @throws MailRefused for a line break in a header, an address that is none, and an email that is too large
 */
export async function compose(mail: Mail, from: string): Promise<Composed> {
  const sender = addressIn(from)
  const headers = {
    'X-Turnout-Kind': mail.kind,
    ...(mail.event && { 'X-Turnout-Event': mail.event }),
    ...(mail.unsubscribe_url && {
      'List-Unsubscribe': `<${mail.unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // Programs that answer mails, for example while someone is away, leave these alone (RFC 3834).
    'Auto-Submitted': 'auto-generated',
  }
  for (const text of [
    mail.subject,
    mail.to.address,
    mail.to.name,
    mail.from_name,
    mail.reply_to,
    ...Object.values(headers),
  ])
    requireOneLine(text)
  requireAddress(mail.to.address)
  if (mail.reply_to !== undefined) requireAddress(mail.reply_to)
  // A text with more characters than the limit has more bytes, and is not worth the memory.
  requireSize(mail.text.length + mail.html.length)
  const { calendar, attachment, code } = mail
  const composer = new MailComposer({
    messageId: `<${mail.id}@${sender.address.split('@')[1] ?? 'localhost'}>`,
    from: { name: asTyped(mail.from_name ?? sender.name), address: sender.address },
    to: { name: asTyped(mail.to.name ?? ''), address: mail.to.address },
    ...(mail.reply_to && { replyTo: mail.reply_to }),
    subject: asTyped(mail.subject),
    headers,
    text: mail.text,
    html: mail.html,
    ...(calendar && {
      icalEvent: { method: calendar.method, content: calendar.content, filename: 'event.ics' },
    }),
    attachments: [
      ...(attachment ? [{ ...attachment, contentType: 'text/csv; charset=utf-8' }] : []),
      ...(code === undefined ? [] : [partOfCode(code)]),
    ],
    // Text of callers is content and never the path or the URL of a file.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = await composer.compile().build()
  requireSize(raw.length)
  return { raw, envelope: { from: sender.address, to: mail.to.address } }
}

/** Text in a header that begins like an encoded word (RFC 2047) would be shown as other words than were typed. */
const asTyped = (text: string) => text.replaceAll('=?', '= ?')

/** A line break in a value would begin a header of its own. @throws MailRefused */
function requireOneLine(text: string | undefined): void {
  if (text !== undefined && /[\r\n\0]/.test(text)) throw new MailRefused('A header of the email has a line break.')
}

/** @throws MailRefused */
function requireSize(bytes: number): void {
  if (bytes > MOST_BYTES) throw new MailRefused(`The email has ${bytes} bytes or more; it may have ${MOST_BYTES}.`)
}

/** One address, not a list of them. @throws MailRefused */
function requireAddress(address: string): void {
  if (!/^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/.test(address))
    throw new MailRefused('The email has no valid address.')
}
