import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { GatewayRequest } from '../http/request.js'

/** A CDN in front of the service. */
export interface Cdn {
  /** The header in which it sends the address of the viewer. */
  addressHeader: string
  /** SHA-256 of the secret that it sends, in hexadecimal. */
  secretHash: string
}

/** The header in which a CDN proves that a request came through it. */
const SECRET_HEADER = 'x-cdn-secret'

/**
 * Returns the network that a request comes from, as a hash. The address is the one that API Gateway saw, or for a
 * request with the secret of the CDN, the one that the CDN names. No other header counts, as any caller can send it.
 */
export function viewerNetwork({ headers, requestContext }: GatewayRequest, cdn: Cdn | undefined): string {
  const named =
    cdn && isFromCdn(headers[SECRET_HEADER], cdn) && addressIn(cdn.addressHeader, headers[cdn.addressHeader])
  return hash(networkOf(named || requestContext.http.sourceIp)).toString('hex')
}

const isFromCdn = (secret: string | undefined, { secretHash }: Cdn) =>
  secret !== undefined && timingSafeEqual(hash(secret), Buffer.from(secretHash, 'hex'))

/** CloudFront writes the port behind the address, without brackets around one of IPv6: `2001:db8::1:46532`. */
function addressIn(name: string, header = ''): string | undefined {
  const address = (name === 'cloudfront-viewer-address' ? header.replace(/:\d+$/, '') : header).trim()
  return isIP(address) ? address : undefined
}

/** A home has one address of version 4, but of version 6 a whole network: its first four groups. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head, tail] = address.toLowerCase().split('::') as [string, string?]
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(Math.max(0, zeros)).fill('0'), ...(after ?? [])]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
