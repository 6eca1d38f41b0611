import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { isPublicAddress } from '../domain/public/public-address.js'

/** A request to a receiver. */
export interface Request {
  url: string
  headers: Record<string, string>
  body: string
}

/** The result at a receiver. Without an error, it has taken the messages. */
export interface Outcome {
  status_code?: number
  error?: string
}

export interface PostOptions {
  /** Whether addresses of one's own network are asked, and without TLS. */
  allowsPrivate: boolean
  /** Resolves a name; by default as the system does. */
  lookup?: typeof resolve
  limit_ms?: number
}

const LIMIT_MS = 10_000
const MOST_BYTES = 65_536

/**
 * Sends a request. A name is resolved once, and the connection goes to an address that was checked. Redirects are not
 * followed, and an answer counts only when it is complete.
 * @returns an outcome also where the receiver cannot be reached
 */
export async function post({ url, headers, body }: Request, options: PostOptions): Promise<Outcome> {
  const { allowsPrivate, lookup = resolve, limit_ms = LIMIT_MS } = options
  const target = new URL(url)
  if (target.protocol !== 'https:' && !(allowsPrivate && target.protocol === 'http:'))
    return { error: 'The address does not begin with https://' }
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
  // Node.js does not resolve what is an IP address already.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return { error: NOT_PUBLIC }
  return new Promise((done) => {
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Turnout-Webhooks',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      lookup: checking(lookup, allowsPrivate),
    })
    const timer = setTimeout(
      () => fail(new Error(`No complete answer within ${limit_ms / 1000} seconds`)),
      limit_ms,
    )
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      done(outcome)
      request.destroy()
    }
    const fail = (error: Error, status?: number) =>
      finish({
        ...(status && { status_code: status }),
        error: error.message.slice(0, 300) || 'No connection',
      })
    request.on('error', (error) => fail(error))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MOST_BYTES) fail(new Error('The answer is larger than 64 KB'), status)
      })
      response.on('error', (error) => fail(error, status))
      response.on('end', () => {
        if (!response.complete) return fail(new Error('The answer was cut short'), status)
        if (status >= 200 && status < 300) return finish({ status_code: status })
        return finish({ status_code: status, error: `The receiver answered ${status}` })
      })
      response.on('close', () => fail(new Error('The answer was cut short'), status))
    })
    request.end(body)
  })
}

const NOT_PUBLIC = 'The address is not on the public internet'

/** Resolves a name, and refuses it if any of its addresses is not allowed. The first address is connected to. */
const checking =
  (lookup: typeof resolve, allowsPrivate: boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0)
      if (!allowsPrivate && addresses.some(({ address }) => !isPublicAddress(address)))
        return callback(new Error(NOT_PUBLIC), '', 0)
      return all ? callback(null, [first]) : callback(null, first.address, first.family)
    })
  }
