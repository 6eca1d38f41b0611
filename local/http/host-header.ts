import { demo } from '../demo.js'
import type { SimpleRequest } from './gateway.js'

/*
 * The local server listens on this machine only, but browsers, tunnels and proxies of this machine carry requests of
 * others to it. The header Host tells by which name they came. A page of another site has its own name there, also when
 * the name leads to 127.0.0.1.
 */

type Headers = [string, string][]

/** The names of this machine that no other machine can have. */
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/**
 * The headers that proxies, tunnels and CDNs add: the way of a request, the address and the scheme of the client, and
 * what begins with the name of a product. Each has ones of its own, and some have none.
 */
const OF_PROXIES = new RegExp(
  [
    '^(forwarded|via|cdn-loop|front-end-https|x-(url-)?scheme)$',
    '^x-(forwarded|original|envoy|azure|arr|amzn|amz-cf|appengine|proxy)(-.+)?$',
    '^(cf|cloudfront|fastly|fly|ngrok|tailscale)-.+$',
    '(^|-)(client-?|real-|connecting-|user-|remote-)(ip|addr|address)$',
  ].join('|'),
  'i',
)

/** The sender of a request: a program of this machine, one that may use another name of the service, or any other. */
export type Sender = 'here' | 'allowed' | 'foreign'

/** @param names under which the service may be reached besides, without ports */
export function senderOf(headers: Headers, names: string[]): Sender {
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => nameIn(value))
  const isForwarded = headers.some(([name]) => OF_PROXIES.test(name))
  if (hosts.length !== 1) return 'foreign'
  const [host] = hosts as [string]
  if (LOOPBACK.test(host)) return isForwarded ? 'allowed' : 'here'
  return names.includes(host) ? 'allowed' : 'foreign'
}

/** The name of a host, in lower case and without its port. */
export const nameIn = (host: string) => host.trim().toLowerCase().replace(/:\d*$/, '')

const DEMO_KEYS = new Set([demo.group.key, demo.other_group.key, demo.individual.key])

/** Takes the demo keys, which are public, out of a request. */
export const withoutDemoKeys = (request: SimpleRequest, headers: Headers): SimpleRequest => ({
  ...request,
  headers: headers.filter(([, value]) => !DEMO_KEYS.has(value.trim())),
})
