import { expect, it } from 'vitest'
import { run } from '../../admin/run.js'
import { readLocalSettings } from '../../lib/runtime/environment.js'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../support/given/receiver.js'
import { PUBLIC_URL, address, demo, givenEvent } from '../support/service.js'
import { eventually } from '../support/given/webhooks.js'
import { adminOf } from './admin.js'

const source = { TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL }
const admin = adminOf(source)
const group = ['--group', demo.group.id]

it('the command webhook makes, lists, tests and removes webhooks, and sends messages again', async () => {
  const receiver = await startReceiver()
  const made = await admin('webhook', 'create', ...group, '--url', receiver.url, '--types', 'event.created', '--json')
  expect(made.code, made.err).toBe(0)
  const { id, secret } = made.json
  await givenEvent({ title: 'Rally' })
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const [{ text, headers }] = receiver.received as [any]
  expect(new Webhook(secret).verify(text, headers)).toMatchObject({ data: { title: 'Rally' } })

  expect((await admin('webhook', 'test', id, ...group, '--json')).code).toBe(0)
  await eventually(() => expect(receiver.received.at(-1)?.body.type).toBe('webhook.test'))
  const again = await admin('webhook', 'redeliver', id, ...group, '--since', '2026-01-01', '--json')
  expect(again.code, again.err).toBe(0)
  await eventually(() => expect(receiver.received).toHaveLength(4))
  expect((await admin('webhook', 'list', ...group, '--json')).out).toContain(id)
  expect((await admin('webhook', 'list', ...group, '--json')).out).not.toContain(secret)
  expect((await admin('webhook', 'remove', id, ...group)).code).toBe(0)
  expect((await admin('webhook', 'list', ...group, '--json')).out).not.toContain(id)
  expect((await admin('webhook', 'remove', id, ...group)).code).not.toBe(0)
  await receiver.close()
})

it('the command webhook forwards messages to this machine until it is interrupted, and leaves no webhook', async () => {
  const receiver = await startReceiver()
  // A refused message comes again.
  const answers = [503, 204, 204]
  receiver.answer = (response) => response.writeHead(answers.shift() ?? 204).end()
  const interruption = new AbortController()
  let told = ''
  const listening = run(['webhook', 'listen', ...group, '--forward', receiver.url, '--types', 'event.created'], {
    settings: () => readLocalSettings(source),
    print: (text) => (told += text),
    printError: (text) => (told += text),
    interrupted: () => interruption.signal,
  })
  await eventually(() => expect(told).toContain('Forwarding to'))
  const secret = /whsec_\S+/.exec(told)?.[0] as string
  await givenEvent({ title: 'One' })
  await givenEvent({ title: 'Two' })
  await eventually(() => expect(receiver.received).toHaveLength(3))
  for (const { text, headers } of receiver.received)
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toBeTruthy()
  const [first, again, other] = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  interruption.abort()
  expect(await listening).toBe(0)
  expect(told).toContain('Forwarded 2 messages')
  expect((await admin('webhook', 'list', ...group, '--json')).json).toEqual([])
  await receiver.close()
})
