import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { isPublicAddress } from './public-address.js'

/** A request to an address that a person has typed. */
export interface Asked {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  /** The address of a redirection, if it is one. */
  location: string | undefined
  /** The type of the body, if it is named. */
  type: string | undefined
  body: Buffer
}

export interface AskOptions {
  /** Whether addresses of one's own network are asked, and without TLS. */
  allowsPrivate: boolean
  /** Resolves a name; by default as the system does. */
  lookup?: typeof resolve
  limit_ms: number
  most: { bytes: number; text: string }
}

/** The error of a request without a complete answer. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    /** The status, where there was one. */
    readonly status?: number,
  ) {
    super(message)
  }
}

/**
 * Sends a request to the public internet. A name is resolved once, and the connection goes to an address that was
 * checked. Redirections are not followed, and an answer counts only when it is complete.
 * @throws NoAnswer
 */
export async function ask({ url, method, headers, body }: Asked, options: AskOptions): Promise<Answer> {
  const { allowsPrivate, lookup = resolve, limit_ms, most } = options
  const target = new URL(url)
  if (target.protocol !== 'https:' && !(allowsPrivate && target.protocol === 'http:'))
    throw new NoAnswer('The address does not begin with https://')
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
  // Node.js does not resolve what is an IP address already.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new NoAnswer(NOT_PUBLIC)
  return new Promise((done, failed) => {
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method,
      headers,
      agent: false,
      lookup: checking(lookup, allowsPrivate),
    })
    const timer = setTimeout(() => fail(new Error(`No complete answer within ${limit_ms / 1000} seconds`)), limit_ms)
    const end = () => {
      clearTimeout(timer)
      request.destroy()
    }
    const fail = (error: Error, status?: number) => {
      failed(new NoAnswer(error.message.slice(0, 300) || 'No connection', status))
      end()
    }
    request.on('error', (error) => fail(error))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > most.bytes) fail(new Error(`The answer is larger than ${most.text}`), status)
      })
      response.on('error', (error) => fail(error, status))
      response.on('end', () => {
        if (!response.complete) return fail(new Error('The answer was cut short'), status)
        const { location, 'content-type': type } = response.headers
        done({ status, location, type, body: Buffer.concat(chunks) })
        return end()
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
