import { type Mailer, MailRefused } from '../mail.js'
import type { MailSettings } from '../../runtime/environment.js'
import { ses } from './transports/ses.js'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compose } from './compose.js'
import { createTransport } from 'nodemailer'

/** Parts of a mailing send at the same time. Many servers refuse more from one address. */
const CONNECTIONS = 4

/** The time limit of each step of a server, in milliseconds. */
const STEP_MS = 10_000

/** Sends by an SMTP server. @param url `smtp://user:password@host:587`, or `smtps://` */
function smtp(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  })
  return {
    async send(mail) {
      const { raw, envelope } = await compose(mail, from)
      try {
        await transport.sendMail({ envelope, raw })
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused('The server refused the email.')
        throw error
      }
    },
  }
}

/** The commands of SMTP that are about an email, and not about the connection or the account. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** A status of 5yz is final (RFC 5321, 4.2.1). */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ABOUT_THE_MAIL.has(command)
}

/** Keeps mails as files instead of sending them: `<time>-<kind>-<id>.eml`, so that names are in the order of time. */
const outbox = (folder: string, from: string): Mailer => ({
  async send(mail) {
    const { raw } = await compose(mail, from)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const file = join(folder, `${time}-${mail.kind}-${mail.id}.eml`)
    await mkdir(folder, { recursive: true })
    // The rename prevents reads of half a file.
    await writeFile(`${file}.new`, raw)
    await rename(`${file}.new`, file)
  },
})

/** Makes what sends the emails of an installation; undefined where it sends none. */
export function mailerOf(settings: MailSettings | undefined): Mailer | undefined {
  if (!settings) return undefined
  const { from, smtpUrl, outboxFolder } = settings
  if (smtpUrl) return smtp(smtpUrl, from)
  return outboxFolder ? outbox(outboxFolder, from) : ses(settings)
}
