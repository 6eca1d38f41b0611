import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mail, MailRefused } from '../../lib/mail/mail.js'
import { mailerOf } from '../../lib/mail/sending/mailer.js'
import { provideEnvironment } from '../../lib/runtime/environment.js'

/*
 * A stand-in for Amazon SES on this machine. It takes SendEmail of version 2 as the service describes it, and checks
 * the signature of each request (Signature Version 4) on its own.
 */

const SECRET = 'stand-in'
provideEnvironment({ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: SECRET })

interface Sent {
  path: string
  isSigned: boolean
  body: {
    FromEmailAddress: string
    Destination: { ToAddresses: string[] }
    Content: { Raw: { Data: string } }
    EmailTags: { Name: string; Value: string }[]
    ConfigurationSetName?: string
  }
}

const sent: Sent[] = []
let fault: { status: number; name: string; message?: string } | undefined

const server = createServer((request, response) => {
  void read(request).then((text) => {
    const answer = (status: number, body: object, type = '') =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) })
        .end(JSON.stringify(body))
    sent.push({
      path: `${request.method} ${request.url}`,
      isSigned: isSigned(request, text),
      body: JSON.parse(text) as Sent['body'],
    })
    if (fault) answer(fault.status, { message: fault.message ?? 'Refused' }, fault.name)
    else answer(200, { MessageId: '1' })
  })
})

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signs the request anew, and compares. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: string): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=id\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, url, '', lines.join(''), names, sha256(body)].join('\n')
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  return hmac(key, signed).toString('hex') === signature && scope.includes('/eu-central-1/ses/')
}

const mail: Mail = {
  id: 'b5b1',
  kind: 'confirmation',
  event: 'e1',
  from_name: 'Group',
  to: { name: 'Ada', address: 'ada@example.org' },
  subject: 'Grüße',
  text: 'Hello',
  html: '<p>Hello</p>',
}

const sendBySes = () =>
  mailerOf({
    from: 'Turnout <events@example.net>',
    smtpUrl: undefined,
    outboxFolder: undefined,
    configurationSet: 'turnout-prod',
    perSecond: 14,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })?.send(mail)

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

describe('an email by Amazon SES', () => {
  it('is a signed request with the whole email, its tags and the configuration set', async () => {
    await sendBySes()
    const [request, ...others] = sent.splice(0)
    expect(others).toEqual([])
    expect(request).toMatchObject({
      path: 'POST /v2/email/outbound-emails',
      isSigned: true,
      body: {
        FromEmailAddress: 'events@example.net',
        Destination: { ToAddresses: ['ada@example.org'] },
        ConfigurationSetName: 'turnout-prod',
        EmailTags: [
          { Name: 'mail', Value: 'b5b1' },
          { Name: 'kind', Value: 'confirmation' },
        ],
      },
    })
    const received = await simpleParser(Buffer.from(request?.body.Content.Raw.Data ?? '', 'base64'))
    expect(received).toMatchObject({ subject: 'Grüße', text: 'Hello', messageId: '<b5b1@example.net>' })
    expect(received.headers.get('x-turnout-kind')).toBe('confirmation')
  })

  it.each([
    ['MessageRejected', 400, true],
    ['BadRequestException', 400, true],
    ['AccountSuspendedException', 400, false],
    ['LimitExceededException', 400, false],
  ])('that fails with %s is refused for good: %3$s', async (name, status, isFinal) => {
    fault = { status, name }
    const error: unknown = await sendBySes()?.catch((reason: unknown) => reason)
    fault = undefined
    sent.splice(0)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof MailRefused).toBe(isFinal)
  })

  it('waits while its sender is not verified, which the owner may mend', async () => {
    fault = { status: 400, name: 'MessageRejected', message: 'Email address is not verified.' }
    const error: unknown = await sendBySes()?.catch((reason: unknown) => reason)
    fault = undefined
    sent.splice(0)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
  })
})
