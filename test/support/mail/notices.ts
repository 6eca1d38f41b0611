import { randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { invoke, useEnvironment } from '../service.js'

/*
 * The queue of notices, as far as its function asks SQS: an endpoint in the JSON protocol of SQS, which hides a message
 * that was received until a test shows it again.
 */

interface Message {
  id: string
  body: string
  isHidden: boolean
}

let messages: Message[] = []
let server: Server | undefined

afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

/** The parts of requests that are looked at. */
interface Asked {
  MaxNumberOfMessages: number
  Entries: { Id: string; ReceiptHandle: string }[]
}

const answers: Record<string, (asked: Asked) => object> = {
  ReceiveMessage({ MaxNumberOfMessages }) {
    const taken = messages.filter(({ isHidden }) => !isHidden).slice(0, MaxNumberOfMessages)
    for (const message of taken) message.isHidden = true
    return { Messages: taken.map(({ id, body }) => ({ MessageId: id, ReceiptHandle: id, Body: body })) }
  },
  DeleteMessageBatch({ Entries }) {
    const removed = new Set(Entries.map(({ ReceiptHandle }) => ReceiptHandle))
    messages = messages.filter(({ id }) => !removed.has(id))
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] }
  },
}

/** @returns what the URL of a queue begins with */
async function openServer(): Promise<string> {
  server ??= createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [, action = ''] = String(request.headers['x-amz-target']).split('.')
      const answer = answers[action]?.(JSON.parse(Buffer.concat(chunks).toString()) as Asked)
      response
        .writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(answer ?? {}))
    })
  })
  if (!server.listening) await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/**
 * Puts notices into the queue, as the event destination of Amazon SES does.
 * @param notices a text is a message that is no notice
 * @returns the value of QUEUES_URL for the function
 */
export async function putNotices(...notices: (object | string)[]): Promise<string> {
  const bodies = notices.map((notice) => (typeof notice === 'string' ? notice : JSON.stringify(notice)))
  messages.push(...bodies.map((body) => ({ id: randomUUID(), body, isHidden: false })))
  return openServer()
}

/** Puts notices into the queue, and runs their function once. */
export async function say(...notices: (object | string)[]): Promise<void> {
  useEnvironment({ QUEUES_URL: await putNotices(...notices) })
  await invoke('queues/note-bounces', {})
}

/** The messages that were not handled. They are offered again from now on, as SQS does after the visibility timeout. */
export function unhandled(): string[] {
  for (const message of messages) message.isHidden = false
  return messages.map(({ body }) => body)
}
