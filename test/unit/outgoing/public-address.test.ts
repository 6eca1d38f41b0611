import { describe, expect, it } from 'vitest'
import { newWebhook } from '../../../lib/webhooks/webhook.js'
import { isPublicAddress, isPublicHost } from '../../../lib/outgoing/public-address.js'
import { nextAttempt, PAUSES } from '../../../lib/webhooks/webhook-message.js'

const V4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
]

const hex = (v4: string) =>
  v4
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .replace(/(....)(....)/, '$1:$2')

/** Every IPv4 address above within the forms of IPv6 that lead to one. */
const EMBEDDED = V4.flatMap((v4) => [
  `::ffff:${v4}`,
  `::ffff:${hex(v4)}`,
  `::${hex(v4)}`,
  `64:ff9b::${hex(v4)}`,
  `64:ff9b:1::${hex(v4)}`,
  `2002:${hex(v4)}::1`,
  `2001:0:${hex(v4)}::1`,
])

const V6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:2::1',
  '3fff::1',
  '5f00::1',
  '2002::1',
  'fe80::1%eth0',
]

describe('addresses of one’s own network', () => {
  const hostile = [...V4, ...EMBEDDED, ...V6]

  it(`are refused after they were resolved: ${hostile.length} of them`, () => {
    expect(hostile.length).toBeGreaterThan(200)
    expect(hostile.filter(isPublicAddress)).toEqual([])
  })

  it('are refused in the address of a webhook, however they are written', () => {
    const spelled = [
      '2130706433',
      '0x7f000001',
      '017700000001',
      '127.1',
      '0x7f.1',
      '0177.0.0.1',
      '127.0.0.1.',
      '①②⑦.⓪.⓪.①',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
      'intranet',
    ]
    const hosts = [...V4, ...spelled, ...[...EMBEDDED, ...V6].filter((v6) => !v6.includes('%')).map((v6) => `[${v6}]`)]
    const draft = (host: string) => ({ types: ['*' as const], url: `https://${host}/hook` })
    const circumstances = { id: '1', owner: 'group:1' as const, secret: { encrypted: '' }, now: new Date() }
    for (const host of hosts) expect(() => newWebhook(draft(host), circumstances, false), host).toThrow()
    expect(() => newWebhook({ types: ['*'], url: 'http://example.org' }, circumstances, false)).toThrow()
    expect(newWebhook({ types: ['*'], url: 'http://127.0.0.1' }, circumstances, true).url).toBe('http://127.0.0.1')
  })
})

it('public addresses and names are taken', () => {
  for (const each of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])
    expect(isPublicAddress(each), each).toBe(true)
  for (const each of ['example.org', 'hooks.example.co.uk', '[2606:4700::1111]', '8.8.8.8'])
    expect(isPublicHost(each), each).toBe(true)
})

it('an attempt that failed is followed by another for three days, at a time that is random within it', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const pause = (attempt: number, random: number) =>
    ((nextAttempt(PAUSES, attempt, now, random)?.getTime() ?? NaN) - now.getTime()) / 1000
  expect([pause(1, 0), pause(1, 0.5), pause(1, 1)]).toEqual([4, 5, 6])
  expect(pause(9, 0.5)).toBe(86_400)
  expect(nextAttempt(PAUSES, 10, now)).toBeUndefined()
  expect(PAUSES.reduce((sum, each) => sum + each, 0) / 86_400).toBeGreaterThan(3)
})
