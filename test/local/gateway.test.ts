import { createConnection } from 'node:net'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { Endpoint } from '../../lib/http/endpoints/endpoints.js'
import { createGateway, type Handler } from '../../local/http/gateway.js'
import { listen, type Listener } from '../../local/http/http-server.js'

type ToyHandler = (event: APIGatewayProxyEventV2, context: Context) => unknown

const logged: string[] = []
let listener: Listener | undefined

beforeEach(() => void logged.splice(0))
afterEach(async () => {
  await listener?.close()
  listener = undefined
})

/** A promise that the test settles. */
function signal<T = void>() {
  let give!: (value: T) => void
  const given = new Promise<T>((resolve) => (give = resolve))
  return { give, given }
}

function gatewayOf(handlers: Record<string, ToyHandler>, timeoutMs?: number) {
  const endpoints = Object.keys(handlers).map((route): Endpoint => ({ name: route, route, needs: [] }))
  return createGateway({
    endpoints,
    load: (name) => Promise.resolve(handlers[name] as Handler),
    log: (message, error) => logged.push(`${message} ${(error as Error).message}`),
    ...(timeoutMs ? { timeoutMs } : {}),
  })
}

async function serve(handlers: Record<string, ToyHandler>, timeoutMs?: number): Promise<string> {
  listener = await listen(gatewayOf(handlers, timeoutMs), 0)
  return `http://127.0.0.1:${listener.port}`
}

/** Sends bytes as they are and resolves to everything that comes back until the server hangs up. */
function converse(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(listener?.port ?? 0, '127.0.0.1', () => socket.write(text))
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (answer += String(chunk)))
      .on('close', () => resolve(answer))
      .on('error', reject)
  })
}

describe('the gateway over HTTP', () => {
  it('gives a function the event and sends its result', async () => {
    const url = await serve({
      'PUT /things/{id}': (event) => ({
        statusCode: 202,
        headers: { 'content-type': 'application/json' },
        cookies: ['a=1', 'b=2'],
        body: JSON.stringify(event),
      }),
    })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/things/a%20b?x=1`, { method: 'PUT', body: '{"ä":1}', headers })
    expect(response.status).toBe(202)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/)
    // Clients that copy the headers of an answer into a request cannot send these.
    expect([response.headers.get('connection'), response.headers.get('keep-alive')]).toEqual([null, null])
    expect(await response.json()).toMatchObject({
      routeKey: 'PUT /things/{id}',
      rawPath: '/things/a b',
      rawQueryString: 'x=1',
      pathParameters: { id: 'a b' },
      body: '{"ä":1}',
      isBase64Encoded: false,
      requestContext: { requestId: response.headers.get('apigw-requestid'), http: { sourceIp: '127.0.0.1' } },
    })
  })

  it('answers on IPv6 as well, where there is one', async () => {
    await serve({ 'GET /': () => 'here' })
    const response = await fetch(`http://localhost:${listener?.port}/`)
    expect(await response.text()).toBe('here')
  })

  it('joins headers that are sent twice', async () => {
    const url = await serve({ 'GET /': (event) => event.headers['x-twice'] })
    const text = await new Promise<string>((resolve, reject) => {
      request(url, { headers: { 'X-Twice': ['one', 'two'] } }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      })
        .on('error', reject)
        .end()
    })
    expect(text).toBe('one,two')
  })

  it('passes bytes through unharmed in both directions', async () => {
    const url = await serve({
      'POST /': ({ body, isBase64Encoded }) => ({ statusCode: 200, body, isBase64Encoded }),
    })
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const response = await fetch(url, { method: 'POST', body: bytes })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  it('sends no body for HEAD, but its length', async () => {
    const url = await serve({ 'HEAD /': () => ({ statusCode: 200, body: 'four' }) })
    const response = await fetch(url, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('4')
    expect(await response.text()).toBe('')
  })

  it('answers a request that is not HTTP with 400', async () => {
    await serve({})
    expect(await converse('GET / HTTP/1.1\r\nbroken header\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"Bad Request"/s)
    expect(await converse('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('answers more headers than a parser can take with 431', async () => {
    await serve({})
    const head = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`
    expect(await converse(head)).toMatch(/^HTTP\/1\.1 431 .*"Request Header Fields Too Large"/s)
  })

  it('answers a body of more than 10 MB with 413, announced or not', async () => {
    const url = await serve({ 'POST /': () => 'unreachable' })
    const body = Buffer.alloc(10 * 1024 * 1024 + 1)
    const announced = await fetch(url, { method: 'POST', body })
    expect([announced.status, await announced.json()]).toEqual([413, { message: 'Request Entity Too Large' }])
    const streamed = await fetch(url, { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' })
    expect(streamed.status).toBe(413)
  })

  it('goes on when clients leave in the middle of a request or before the answer', async () => {
    const asked = signal()
    const answer = signal<string>()
    const url = await serve({
      'GET /slow': () => {
        asked.give()
        return answer.given
      },
      'GET /': () => 'still here',
    })
    const half = createConnection(listener?.port ?? 0, '127.0.0.1')
    half.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () => half.destroy())
    const leaving = new AbortController()
    const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch((error: unknown) => (error as Error).name)
    await asked.given
    leaving.abort()
    expect(await left).toBe('AbortError')
    answer.give('too late')
    expect(await (await fetch(url)).text()).toBe('still here')
  })

  it('finishes what is in flight when it closes, and takes nothing more', async () => {
    const asked = signal()
    const answer = signal<string>()
    const url = await serve({
      'GET /': () => {
        asked.give()
        return answer.given
      },
    })
    const inFlight = fetch(url).then((response) => response.text())
    await asked.given
    const closed = listener?.close()
    listener = undefined
    await expect(fetch(url)).rejects.toThrow()
    answer.give('the last one')
    expect(await inFlight).toBe('the last one')
    await closed
  })

  it('says in one sentence that a port is in use', async () => {
    await serve({})
    const again = listen(gatewayOf({}), listener?.port ?? 0)
    await expect(again).rejects.toThrow(/^Port \d+ is in use: .*\.$/)
  })
})

describe('the gateway in process', () => {
  const failure = { status: 500, body: Buffer.from('{"message":"Internal Server Error"}') }

  it('answers what no route takes with 404', async () => {
    const response = await gatewayOf({ 'GET /events': () => 'x' }).handle({ method: 'GET', path: '/nothing' })
    expect(response).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } })
    expect(response.body.toString()).toBe('{"message":"Not Found"}')
  })

  it('leaves to the default route what no other takes', async () => {
    const gateway = gatewayOf({ 'GET /events': () => 'events', $default: (event) => event.rawPath })
    expect((await gateway.handle({ method: 'GET', path: '//events' })).body.toString()).toBe('//events')
    expect((await gateway.handle({ method: 'DELETE', path: '/events' })).body.toString()).toBe('/events')
  })

  it('answers 500 without the reason when a function throws, at once or later', async () => {
    const gateway = gatewayOf({
      'GET /now': () => {
        throw new Error('secret one')
      },
      'GET /later': () => Promise.reject(new Error('secret two')),
    })
    expect(await gateway.handle({ method: 'GET', path: '/now' })).toMatchObject(failure)
    expect(await gateway.handle({ method: 'GET', path: '/later' })).toMatchObject(failure)
    expect(logged).toEqual(['GET /now failed: secret one', 'GET /later failed: secret two'])
  })

  it('answers 500 when the code of a function cannot be loaded', async () => {
    const endpoints: Endpoint[] = [{ name: 'gone', route: 'GET /', needs: [] }]
    const load = () => Promise.reject(new Error('gone'))
    const gateway = createGateway({ endpoints, load, log: (message) => logged.push(message) })
    expect(await gateway.handle({ method: 'GET', path: '/' })).toMatchObject(failure)
    expect(logged).toEqual(['gone failed:'])
  })

  it('answers 500 when a function takes too long', async () => {
    const gateway = gatewayOf({ 'GET /': () => new Promise(() => undefined) }, 20)
    expect(await gateway.handle({ method: 'GET', path: '/' })).toMatchObject(failure)
    expect(logged).toEqual(['GET / failed: Task timed out after 0.02 seconds'])
  })

  it('lets requests beyond its concurrency wait, and gives each its whole time', async () => {
    const leftMs: number[] = []
    let running = 0
    let most = 0
    const load = () =>
      Promise.resolve(async (_event: unknown, context: Context) => {
        most = Math.max(most, ++running)
        leftMs.push(context.getRemainingTimeInMillis())
        await pause(50)
        running--
        return { statusCode: 204 }
      })
    const endpoints: Endpoint[] = [{ name: 'slow', route: 'GET /', needs: [] }]
    const gateway = createGateway({ endpoints, load, timeoutMs: 5000, concurrency: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => gateway.handle({ method: 'GET', path: '/' })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204))
    expect(most).toBe(2)
    expect(Math.min(...leftMs)).toBeGreaterThan(4950)
  })

  it('answers 500 when a result is malformed', async () => {
    const gateway = gatewayOf({ 'GET /': () => ({ statusCode: 200, body: { not: 'text' } }) })
    expect(await gateway.handle({ method: 'GET', path: '/' })).toMatchObject(failure)
    expect(logged).toEqual(['GET / failed: body must be a string'])
  })

  it('tells a function how much time it has left, and its name', async () => {
    const gateway = gatewayOf(
      { 'GET /': (_event, context) => [context.functionName, context.getRemainingTimeInMillis()] },
      5000,
    )
    const { body } = await gateway.handle({ method: 'GET', path: '/' })
    const [name, left] = JSON.parse(body.toString()) as [string, number]
    expect(name).toBe('GET /')
    expect(left).toBeLessThanOrEqual(5000)
  })

  it('takes 10,240 bytes of request line and header values, and no more', async () => {
    const gateway = gatewayOf({ 'GET /': () => 'x' })
    const line = Buffer.byteLength('GET / HTTP/1.1')
    const send = async (bytes: number) =>
      (await gateway.handle({ method: 'GET', path: '/', headers: { x: 'x'.repeat(bytes - line) } })).status
    expect(await send(10_240)).toBe(200)
    expect(await send(10_241)).toBe(431)
  })

  it('takes 6 MB as Lambda counts them, escapes and base64 included', async () => {
    const gateway = gatewayOf({ 'POST /': () => 'x' })
    const send = async (type: string, body: Buffer) =>
      (await gateway.handle({ method: 'POST', path: '/', headers: { 'content-type': type }, body })).status
    expect(await send('text/plain', Buffer.alloc(6_200_000, 'x'))).toBe(200)
    expect(await send('text/plain', Buffer.alloc(6_300_000, 'x'))).toBe(413)
    expect(await send('text/plain', Buffer.alloc(3_200_000, '"'))).toBe(413)
    expect(await send('application/hal+json', Buffer.alloc(4_800_000, 'x'))).toBe(413)
  })

  it('answers 500 when a result is larger than Lambda returns', async () => {
    const gateway = gatewayOf({ 'GET /': () => 'x'.repeat(6_300_000) })
    expect(await gateway.handle({ method: 'GET', path: '/' })).toMatchObject(failure)
  })
})
