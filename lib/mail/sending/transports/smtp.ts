import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from '../../mail.js'
import { compose } from '../compose.js'

/** Parts of a mailing send at the same time. Many servers refuse more from one address. */
const CONNECTIONS = 4

/** The time limit of each step of a server, in milliseconds. */
const STEP_MS = 10_000

/** Sends by an SMTP server. @param url `smtp://user:password@host:587`, or `smtps://` */
export function smtp(url: string, from: string): Mailer {
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
        if (isRefusal(error)) throw new MailRefused('The server refused the mail.')
        throw error
      }
    },
  }
}

/** The commands of SMTP that are about a mail, and not about the connection or the account. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** A status of 5yz is final (RFC 5321, 4.2.1). */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ABOUT_THE_MAIL.has(command)
}
