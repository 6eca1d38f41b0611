import { readFileSync } from 'node:fs'
import type { lookup } from 'node:dns'
import { type Server, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchFeed } from '../../lib/outgoing/fetch-feed.js'
import { providerClient } from '../../lib/sign-in/oidc/provider-client.js'
import { post } from '../../lib/webhooks/delivery/post.js'

/*
 * A name server of an attacker gives a public address while the address is checked, and one of the owner's network a
 * moment later. Here, 127.0.0.1 stands for the public internet and 127.0.0.2 for that network.
 */
const [PUBLIC, PRIVATE] = ['127.0.0.1', '127.0.0.2']
vi.mock('../../lib/outgoing/public-address.js', () => ({
  isPublicAddress: (address: string) => address === '127.0.0.1',
}))

const pem = readFileSync('test/support/lambda/localhost.pem', 'utf8')
/** Programs learn only since Node.js 22.19 whom to trust while they run. */
const trusts = 'setDefaultCACertificates' in tls

interface Host {
  server: Server
  connections: number
  asked: string[]
  answer: (path: string) => { status?: number; location?: string; body?: string }
}

let port = 0
let internet: Host
let intranet: Host
beforeAll(async () => {
  if (trusts) tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem])
  internet = await start(PUBLIC, 0)
  port = (internet.server.address() as AddressInfo).port
  intranet = await start(PRIVATE, port)
})
afterAll(() => {
  for (const { server } of [internet, intranet]) server.close()
})
beforeEach(() => {
  for (const each of [internet, intranet]) Object.assign(each, { connections: 0, asked: [], answer: () => ({}) })
})

async function start(address: string, at: number): Promise<Host> {
  const host: Host = { server: createServer({ key: pem, cert: pem }), connections: 0, asked: [], answer: () => ({}) }
  host.server.on('connection', () => (host.connections += 1))
  host.server.on('request', (request, response) => {
    host.asked.push(request.url ?? '')
    const { status = 200, location, body = '' } = host.answer(request.url ?? '')
    const type = { 'content-type': body.startsWith('{') ? 'application/json' : 'text/calendar' }
    response.writeHead(status, { ...type, ...(location && { location }) }).end(body)
  })
  await new Promise<void>((resolve) => host.server.listen(at, address, resolve))
  return host
}

/** A name server that gives these addresses, one list for each time that it is asked, and the last one from then on. */
function resolving(...answers: string[][]) {
  const asked: string[] = []
  const resolve = ((name: string, _: object, done: (error: null, all: object[]) => void) => {
    const addresses = answers[Math.min(asked.push(name), answers.length) - 1] as string[]
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }) as unknown as typeof lookup
  return { allowsPrivate: false, lookup: resolve, asked }
}

const url = (path = '/') => `https://localhost:${port}${path}`
const most = { bytes: 10_000, text: '10 KB' }
const discovered = { get: () => undefined, set: () => undefined }

/** Each way in which the service asks an address that somebody has typed, or a provider has named. */
const WAYS: [string, (options: ReturnType<typeof resolving>) => Promise<unknown>][] = [
  ['a message of a webhook', (options) => post({ url: url(), headers: {}, body: '{}' }, options)],
  ['a calendar', (options) => fetchFeed(url(), most, options).catch((error: unknown) => ({ error: String(error) }))],
  ['a provider’s document', (options) => providerClient({ ...options, discovered }).check(url(''))],
]

describe.each(WAYS)('%s', (_, ask) => {
  it('goes to the address that was checked, though its name leads elsewhere a moment later', async () => {
    const options = resolving([PUBLIC], [PRIVATE])
    await ask(options)
    expect(options.asked).toEqual(['localhost'])
    expect([internet.connections, intranet.connections]).toEqual([1, 0])
  })

  it.each([
    ['into the own network', [PRIVATE]],
    ['to both, the public one first', [PUBLIC, PRIVATE]],
    ['to what is no address', ['localhost']],
    ['nowhere', []],
  ])('goes nowhere where its name leads %s', async (_, addresses) => {
    const options = resolving(addresses)
    expect(JSON.stringify(await ask(options))).toMatch(/not on the public internet|has no address/)
    expect([internet.connections, intranet.connections]).toEqual([0, 0])
  })
})

describe.runIf(trusts)('a redirection', () => {
  it('of a calendar is resolved and checked anew, each one', async () => {
    internet.answer = (path) =>
      path === '/third' ? { body: 'BEGIN:VCALENDAR' } : { status: 302, location: next[path] as string }
    const next: Record<string, string> = { '/': '/second', '/second': url('/third') }
    const options = resolving([PUBLIC])
    expect((await fetchFeed(url(), most, options)).toString()).toBe('BEGIN:VCALENDAR')
    expect(options.asked).toHaveLength(3)
    expect(internet.asked).toEqual(['/', '/second', '/third'])
    const turning = resolving([PUBLIC], [PUBLIC], [PRIVATE])
    await expect(fetchFeed(url(), most, turning)).rejects.toThrow('not on the public internet')
    expect(intranet.connections).toBe(0)
  })

  it.each([`https://${PRIVATE}`, 'https://2130706434', 'https://0x7f.2', `http://${PUBLIC}`, 'file:///etc/passwd'])(
    'of a calendar to %s is not followed',
    async (location) => {
      internet.answer = () => ({
        status: 307,
        location: location.startsWith('https') ? `${location}:${port}/` : location,
      })
      await expect(fetchFeed(url(), most, resolving([PUBLIC]))).rejects.toThrow(/public internet|begin with https/)
      expect([internet.connections, intranet.connections]).toEqual([1, 0])
    },
  )

  it('of a message or a provider’s document is not followed at all', async () => {
    internet.answer = () => ({ status: 308, location: url('/next') })
    const options = resolving([PUBLIC])
    expect(await post({ url: url(), headers: {}, body: '{}' }, options)).toMatchObject({ status_code: 308 })
    expect(await providerClient({ ...options, discovered }).check(url(''))).toHaveProperty('fault')
    expect(internet.asked).toEqual(['/', '/.well-known/openid-configuration'])
  })
})

it.runIf(trusts)(
  'the addresses that a provider’s document names are resolved and checked as the first one',
  async () => {
    const issuer = url('')
    internet.answer = () => ({
      body: JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/page`,
        jwks_uri: `${issuer}/keys`,
        token_endpoint: `${issuer}/token`,
      }),
    })
    const options = resolving([PUBLIC], [PRIVATE])
    const client = providerClient({ ...options, discovered })
    const proofs = { state: 'x', nonce: 'x', verifier: 'x'.repeat(43) }
    const answer = new URLSearchParams({ code: 'x', state: 'x' })
    const asked = { ...proofs, answer, secret: 'x', redirectUri: 'https://events.example.org/' }
    expect(await client.claimsIn({ issuer, client_id: 'turnout' } as never, asked)).toEqual({
      fault: 'unavailable',
      reason: 'The address is not on the public internet',
    })
    expect(internet.asked).toEqual(['/.well-known/openid-configuration'])
    expect(intranet.connections).toBe(0)
  },
)
