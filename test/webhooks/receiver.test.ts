import { afterAll, beforeAll, expect, it } from 'vitest'
import { newSecret, signedHeaders } from '../../lib/webhooks/delivery/secret.js'
import { type Child, runLine } from '../support/children.js'

/* The sample of a receiver that docs/api/webhooks.md shows, with messages as the service signs them. */

const SECRET = newSecret()
const body = JSON.stringify({ type: 'attendance.created', timestamp: '', data: { status: 'accepted' } })

let receiver: Child
let url: string
beforeAll(async () => {
  receiver = runLine('exec python3 docs/samples/receiver.py', { SECRET, PORT: '0' })
  const [, port] = await receiver.says(/port (\d+)/)
  url = `http://127.0.0.1:${port}/`
})
afterAll(() => receiver.kill())

async function send(change: Record<string, string> = {}, sent = body, at = new Date()): Promise<number> {
  const headers = { ...signedHeaders('msg_1', body, [newSecret(), SECRET], at), ...change }
  return (await fetch(url, { method: 'POST', headers, body: sent })).status
}

it('takes a message with a signature that fits, and prints it', async () => {
  expect(await send()).toBe(204)
  await receiver.says(/attendance\.created {"status": "accepted"}/)
})

it.each<[string, Record<string, string>, string?, Date?]>([
  ['another body', {}, body.replace('accepted', 'declined')],
  ['another id', { 'webhook-id': 'msg_2' }],
  ['an old message', {}, body, new Date(Date.now() - 600_000)],
  ['a time that is none', { 'webhook-timestamp': 'now' }],
  ['no signature', { 'webhook-signature': '' }],
])('refuses %s', async (_, change, sent, at) => {
  expect(await send(change, sent, at)).toBe(400)
})

it('refuses a request of no webhook, and goes on', async () => {
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400)
  expect(await send()).toBe(204)
})
