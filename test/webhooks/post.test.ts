import type { lookup } from 'node:dns'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { post } from '../../lib/webhooks/delivery/post.js'
import { type Receiver, startReceiver } from '../support/given/receiver.js'

let receiver: Receiver
beforeEach(async () => void (receiver = await startReceiver()))
afterEach(() => receiver.close())

/** A name server that gives these addresses, one list for each time that it is asked. */
function resolving(...answers: string[][]) {
  let asked = 0
  const resolve = ((_name: string, _options: object, done: (error: null, all: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] as string[]
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
  return { resolve, asked: () => asked }
}

const request = (url: string) => ({ url, headers: {}, body: '{}' })
const port = () => new URL(receiver.url).port

it('a delivery is refused for a name that leads to an address of one’s own network, also beside a public one', async () => {
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1']]) {
    const { resolve } = resolving(addresses)
    const outcome = await post(request(`https://hooks.example.org:${port()}/`), {
      allowsPrivate: false,
      lookup: resolve,
    })
    expect(outcome).toEqual({ error: 'The address is not on the public internet' })
  }
  expect(receiver.received).toEqual([])
})

it('a delivery is refused for an address that is not on the public internet, and for http', async () => {
  const options = { allowsPrivate: false }
  expect((await post(request(`https://127.0.0.1:${port()}/`), options)).error).toContain('public internet')
  expect((await post(request(`https://[::1]:${port()}/`), options)).error).toContain('public internet')
  expect((await post(request(receiver.url), options)).error).toContain('https')
  expect(receiver.received).toEqual([])
})

it('a delivery resolves a name once, and connects to the address that was checked', async () => {
  const { resolve, asked } = resolving(['127.0.0.1'], ['192.0.2.1'])
  const url = `http://hooks.example.org:${port()}/hook`
  expect(await post(request(url), { allowsPrivate: true, lookup: resolve })).toEqual({ status_code: 204 })
  expect([asked(), receiver.received.length]).toEqual([1, 1])
  expect(receiver.received[0]?.headers.host).toBe(`hooks.example.org:${port()}`)
})

it('a delivery gives up on a receiver that answers too slowly, or that begins an answer and does not end it', async () => {
  const options = { allowsPrivate: true, limit_ms: 100 }
  receiver.answer = () => undefined
  expect((await post(request(receiver.url), options)).error).toContain('No complete answer')
  receiver.answer = (response) => void response.writeHead(200).write('a beginning')
  expect((await post(request(receiver.url), options)).error).toContain('No complete answer')
})
