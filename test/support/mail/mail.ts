import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { SQSBatchResponse } from 'aws-lambda'
import ICAL from 'ical.js'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { sendQueue } from '../../../lib/mail/mail-queues.js'
import { announcementsIn } from '../../../lib/queues/announcements.js'
import { openStream } from '../../../local/stream/stream-reader.js'
import { adminOf } from '../../admin/admin.js'
import { PUBLIC_URL, address, invoke } from '../service.js'
import { provideEnvironment } from '../../../lib/runtime/environment.js'
import { startStream } from '../engine/tables.js'

/*
 * A real SMTP server, and what brings mails there: the functions, with what the table's stream tells of.
 */

/** An email as it came, and whom the server was told that it is for. */
export interface Received {
  mail: ParsedMail
  recipient: string
  kind: string
  subject: string
  text: string
  /** The calendar file. */
  calendar: ICAL.Component | undefined
}

/** Answers of the server to addresses that are refused. */
const refusals = new Map<string, number>()
export const refuse = (recipient: string, responseCode: number) => refusals.set(recipient, responseCode)
export const refuseNothing = () => refusals.clear()

let received: Received[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // The service keeps its connection for the next email.
  closeTimeout: 1,
  onRcptTo({ address }, _session, callback) {
    const responseCode = refusals.get(address)
    callback(responseCode ? Object.assign(new Error('Refused'), { responseCode }) : null)
  },
  onData(stream, { envelope }, callback) {
    simpleParser(stream).then(
      (mail) => {
        received.push(...envelope.rcptTo.map(({ address }) => asReceived(mail, address)))
        callback()
      },
      (error: unknown) => callback(error as Error),
    )
  },
})

function asReceived(mail: ParsedMail, recipient: string): Received {
  const file = mail.attachments.find(({ contentType }) => /calendar|ics/.test(contentType))
  return {
    mail,
    recipient,
    kind: mail.headers.get('x-turnout-kind') as string,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    calendar: file && new ICAL.Component(ICAL.parse(file.content.toString()) as never),
  }
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.server.address() as AddressInfo
const SMTP_URL = `smtp://127.0.0.1:${port}`
provideEnvironment({ SMTP_URL, MAIL_FROM: 'Turnout <events@example.net>' })
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const stream = openStream(await startStream(address), 'TRIM_HORIZON')

/** Messages that failed: the queue offers them again. */
let left: { messageId: string; body: string }[] = []

/**
 * Calls the function of the queue with what failed before, and with whatever the stream has told since.
 * @returns the messages that failed
 */
export async function sendAnnounced(): Promise<string[]> {
  const again = left
  left = []
  if (again.length > 0) await offer(again)
  for (let records = await stream.read(); records.length > 0; records = await stream.read()) {
    const Records = announcementsIn(records, [sendQueue]).map(({ announcement }) => ({
      messageId: randomUUID(),
      body: JSON.stringify(announcement),
    }))
    if (Records.length > 0) await offer(Records)
  }
  return left.map(({ messageId }) => messageId)
}

async function offer(Records: typeof left): Promise<void> {
  const { batchItemFailures } = (await invoke('queues/send-mail', { Records })) as SQSBatchResponse
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  left.push(...Records.filter(({ messageId }) => failed.has(messageId)))
}

/** Sends what the stream has told of, and takes the emails that have come. */
export async function mails(): Promise<Received[]> {
  await sendAnnounced()
  return takeReceived()
}

export function takeReceived(): Received[] {
  const taken = received
  received = []
  return taken
}

/** The owner's command line on this file's table. */
export const admin = adminOf({
  TABLE_NAME: address.tableName,
  DYNAMODB_ENDPOINT: address.endpoint,
  PUBLIC_URL,
})

/** Does all due work as if it were a time, and takes the emails that came by it. */
export async function mailsDueAt(at: Date | string): Promise<Received[]> {
  const { code, err, json } = await admin('mail', 'due', '--at', new Date(at).toISOString(), '--json')
  if (code !== 0) throw new Error(err)
  const came = takeReceived()
  if (json.sent !== came.length) throw new Error(`${came.length} came, ${json.sent} were said to be sent`)
  return came
}
