import { describe, expect, it } from 'vitest'
import { nameIn, senderOf, withoutDemoKeys } from '../../../local/http/host-header.js'

const names = ['events.example.org']
const sent = (host: string, ...more: [string, string][]) => senderOf([['Host', host], ...more], names)

describe('a request to the local server', () => {
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1:3000', '127.8.9.10', '[::1]:3000'])(
    'is from here with the host %s',
    (host) => expect(sent(host)).toBe('here'),
  )

  it.each(['events.example.org', 'Events.Example.org:443'])('is allowed with the host %s', (host) =>
    expect(sent(host)).toBe('allowed'),
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    '127.0.0.1.nip.io',
    'notlocalhost',
    '',
    '127.0.0.1.',
    '127.0.0.1@evil.example',
    '[::1].evil.example',
    '[::]',
    '0.0.0.0',
    '10.0.0.1',
    '2130706433',
    'events.example.org.evil.example',
    'localhost, evil.example',
    'localhost:3000:3000',
    '[::ffff:127.0.0.1]',
  ])('is foreign with the host %j', (host) => expect(sent(host)).toBe('foreign'))

  it('is foreign without a host, and with two', () => {
    expect(senderOf([], names)).toBe('foreign')
    expect(sent('localhost', ['host', 'evil.example'])).toBe('foreign')
    expect(sent('localhost', ['host', 'localhost'])).toBe('foreign')
  })

  it.each([
    'Forwarded',
    'Via',
    'X-Real-IP',
    'X-Forwarded-For',
    'x-forwarded-proto',
    'X-Forwarded',
    'X-Scheme',
    'CF-Connecting-IP',
    'CF-Ray',
    'CDN-Loop',
    'True-Client-IP',
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Original-Forwarded-For',
    'X-Original-Host',
    'X-Amzn-Trace-Id',
    'X-Azure-ClientIP',
    'X-Envoy-External-Address',
    'CloudFront-Viewer-Address',
    'Tailscale-User-Login',
    'DO-Connecting-IP',
    'WL-Proxy-Client-IP',
    'X-Remote-Addr',
    'X-Appengine-User-IP',
    'Front-End-Https',
  ])('is not from here when a proxy has added %s', (name) =>
    expect(sent('localhost:3000', [name, '203.0.113.7'])).toBe('allowed'),
  )

  it.each([
    'User-Agent',
    'Origin',
    'X-Requested-With',
    'X-Client-Info',
    'Sec-Fetch-Site',
    'OSDI-API-Token',
    'If-Match',
  ])('is from here with the header %s of a client', (name) => expect(sent('localhost:3000', [name, 'x'])).toBe('here'))

  it('loses the demo keys, and no other header', () => {
    const headers: [string, string][] = [
      ['OSDI-API-Token', ' demo-group-key '],
      ['api-key', 'demo-individual-key'],
      ['OSDI-API-Token', 'a-key-of-ones-own'],
      ['accept', '*/*'],
    ]
    expect(withoutDemoKeys({ method: 'GET', path: '/' }, headers)).toEqual({
      method: 'GET',
      path: '/',
      headers: headers.slice(2),
    })
  })
})

describe('the name of a host', () => {
  it('is without its port', () => {
    expect(nameIn('Events.example.org:8443')).toBe('events.example.org')
    expect(nameIn('[::1]:3000')).toBe('[::1]')
  })
})
