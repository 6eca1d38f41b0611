import { createHash } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sized } from '../support/size.js'
import { assignPending, get, givenEvent, service, table } from '../support/service.js'
import { rsvpSettings, submit as send } from '../support/clients/visitors.js'

/*
 * Limits of RSVPs of visitors: how many need no proof of work, and what the others need.
 */

const settings = rsvpSettings

interface Sent {
  inputs?: Record<string, string>
  from?: string
  headers?: Record<string, string>
}

let guests = 0

/** Sends the form of a new guest, from one network unless another is said. */
const submit = (id: string, { inputs = {}, from = '203.0.113.9', headers = {} }: Sent = {}) =>
  send(id, { email: `guest${++guests}@crowd.example`, ...inputs }, { from, headers })

const statusOf = async (id: string, sent?: Sent) => (await submit(id, sent)).status

/** Solves a challenge as a browser does. */
async function solve(challenge: any): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const attendees = async (id: string) => {
  await assignPending()
  return (await get(`/api/v2/events/${id}`)).body.total_accepted
}

beforeAll(() => settings({ browser_rsvps: true }))
/** The minute in which a test begins. No minute ends meanwhile, and none has anything of the tests before. */
let minute = Math.ceil(Date.now() / 60_000) * 60_000
beforeEach(async () => {
  minute += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: minute })
  await settings({ rsvps_per_network: null, rsvps_per_event: null })
})
afterEach(() => void vi.useRealTimers())

describe('RSVPs from one network', () => {
  it('pass up to the calm rate, and beyond it with a proof of work', async () => {
    await settings({ rsvps_per_network: 2 })
    const { id } = await givenEvent()
    expect([await statusOf(id), await statusOf(id)]).toEqual([200, 200])
    const refused = await submit(id)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'access-control-allow-origin': '*' })
    expect(refused.body['osdi:error'].resource_status[0].error_descriptions[0].error_code).toBe('challenge_required')
    expect(await statusOf(id, { inputs: { altcha: await solve(refused.body.challenge) } })).toBe(200)
    expect(await attendees(id)).toBe(3)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await statusOf(id)).toBe(200)
  })

  it('are counted for the /64 of an address of version 6, and for other networks apart', async () => {
    await settings({ rsvps_per_network: 1 })
    const { id } = await givenEvent()
    expect(await statusOf(id, { from: '2001:db8:1:2::5' })).toBe(200)
    for (const from of ['2001:db8:1:2:ffff::1', '2001:0db8:0001:0002::7'])
      expect(await statusOf(id, { from })).toBe(429)
    for (const from of ['2001:db8:1:3::5', '203.0.113.10']) expect(await statusOf(id, { from })).toBe(200)
  })

  it('cannot name another network', async () => {
    await settings({ rsvps_per_network: 1 })
    const { id } = await givenEvent()
    expect(await statusOf(id)).toBe(200)
    const spoofed = ['x-forwarded-for', 'forwarded', 'cloudfront-viewer-address', 'x-real-ip', 'cf-connecting-ip']
    for (const name of spoofed) expect(await statusOf(id, { headers: { [name]: '198.51.100.77' } })).toBe(429)
  })

  it('all pass, of a hall of guests, of whom some solve a challenge', async () => {
    const hall = sized(40, 500)
    await settings({ rsvps_per_network: hall - 5 })
    const { id } = await givenEvent()
    const statuses = await Promise.all(
      Array.from({ length: hall }, async () => {
        const inputs = { email: `hall${++guests}@crowd.example` }
        const { status, body } = await submit(id, { inputs })
        if (status !== 429) return status
        return statusOf(id, { inputs: { ...inputs, altcha: await solve(body.challenge) } })
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await attendees(id)).toBe(hall)
  })
})

describe('a flood by a script', () => {
  it('records nothing without work', async () => {
    await settings({ rsvps_per_network: 2 })
    const { id } = await givenEvent()
    const statuses = await Promise.all(Array.from({ length: sized(30, 1_000) }, () => statusOf(id)))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2)
    expect(await attendees(id)).toBeLessThanOrEqual(2)
  })

  it('pays for each RSVP with work that grows with their number, up to eight times as much', async () => {
    await settings({ rsvps_per_network: 1 })
    const { id } = await givenEvent()
    const flood = sized(3, 12)
    expect(await statusOf(id)).toBe(200)
    for (let n = 2; n <= flood; n++) {
      const inputs = { email: `script${++guests}@crowd.example` }
      const altcha = await solve((await submit(id, { inputs })).body.challenge)
      const { solution } = JSON.parse(Buffer.from(altcha, 'base64').toString())
      // The number of derivations of a key, of a millisecond each.
      expect(solution.counter).toBeGreaterThanOrEqual(100 * Math.min(n, 8))
      expect(await statusOf(id, { inputs: { ...inputs, altcha } })).toBe(200)
    }
    expect(await attendees(id)).toBe(flood)
  })
})

describe('RSVPs for one event', () => {
  it('need a proof of work beyond the calm rate, from whatever network', async () => {
    await settings({ rsvps_per_event: 2 })
    const { id } = await givenEvent()
    const from = (n: number) => ({ from: `198.51.100.${n}` })
    expect([await statusOf(id, from(1)), await statusOf(id, from(2)), await statusOf(id, from(3))]).toEqual([
      200, 200, 429,
    ])
    expect(await statusOf((await givenEvent()).id, from(4))).toBe(200)
  })

  it('are counted up to eight times the calm rate, and no further', async () => {
    await settings({ rsvps_per_event: 1 })
    const { id } = await givenEvent()
    const numbers = []
    for (let i = 0; i < 12; i++) {
      const before = table.consumedCapacity.write
      const { body } = await submit(id, { from: `198.51.100.${i}` })
      numbers.push([body.challenge !== undefined, table.consumedCapacity.write - before])
    }
    // The counters of the network and of the event, and then of the network alone.
    expect(numbers.slice(1, 8)).toEqual(Array.from({ length: 7 }, () => [true, 2]))
    expect(numbers.slice(9)).toEqual(Array.from({ length: 3 }, () => [true, 1]))
  })
})

describe('a solution', () => {
  async function challenged(fields: object = {}) {
    await settings({ rsvps_per_network: 1 })
    const { id } = await givenEvent(fields)
    await submit(id)
    return { id, challenge: (await submit(id)).body.challenge }
  }

  it('is accepted once, also in a race', async () => {
    const { id, challenge } = await challenged()
    const altcha = await solve(challenge)
    const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf(id, { inputs: { altcha } })))
    expect(statuses.sort()).toEqual([200, 429, 429, 429])
  })

  it('is for one event and for ten minutes', async () => {
    const { id, challenge } = await challenged()
    const altcha = await solve(challenge)
    const { id: other } = await givenEvent()
    expect(await statusOf(other, { inputs: { altcha } })).toBe(429)
    vi.setSystemTime(Date.now() + 601_000)
    await submit(id)
    expect(await statusOf(id, { inputs: { altcha } })).toBe(429)
  })

  it('is accepted once, however it is spelled', async () => {
    const { id, challenge } = await challenged()
    const altcha = await solve(challenge)
    expect(await statusOf(id, { inputs: { altcha } })).toBe(200)
    const { solution } = JSON.parse(Buffer.from(altcha, 'base64').toString())
    const encoded = (payload: object, space?: number) =>
      Buffer.from(JSON.stringify(payload, null, space)).toString('base64')
    const reversed = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    const spellings = [
      altcha.replace(/=+$/, ''),
      encoded({ challenge, solution }, 2),
      encoded({ solution, challenge, more: 1 }),
      encoded({ challenge: { ...challenge, parameters: reversed }, solution }),
      encoded({ challenge: { ...challenge, signature: challenge.signature.toUpperCase() }, solution }),
      encoded({ challenge: { ...challenge, signature: `${challenge.signature} ` }, solution }),
      encoded({ challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } }),
    ]
    for (const sent of spellings) expect(await statusOf(id, { inputs: { altcha: sent } })).toBe(429)
    expect(await attendees(id)).toBe(2)
  })

  it('is refused when its challenge is of another event or from an hour ago, whatever it says now', async () => {
    const { id, challenge } = await challenged()
    const { solution } = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString())
    const { id: other } = await givenEvent()
    const withParameters = (changed: object) => {
      const parameters = { ...challenge.parameters, ...changed }
      return Buffer.from(JSON.stringify({ challenge: { ...challenge, parameters }, solution })).toString('base64')
    }
    expect(await statusOf(other, { inputs: { altcha: withParameters({ data: { event: other } }) } })).toBe(429)
    vi.setSystemTime(Date.now() + 3_600_000)
    await submit(id)
    for (const expiresAt of [Math.floor(Date.now() / 1000) + 600, 0, null, undefined, '9', -1])
      expect(await statusOf(id, { inputs: { altcha: withParameters({ expiresAt }) } })).toBe(429)
  })

  it.each([
    ['without work', (challenge: any) => ({ challenge, solution: { counter: 1, derivedKey: '00' } })],
    [
      'of a challenge that was made easier',
      ({ parameters, ...rest }: any) => ({
        challenge: { ...rest, parameters: { ...parameters, cost: 1, keyPrefix: '00' } },
        solution: { counter: 1, derivedKey: '00'.repeat(32) },
      }),
    ],
    [
      'without a signature',
      ({ parameters }: any) => ({ challenge: { parameters }, solution: { counter: 1, derivedKey: '00' } }),
    ],
    ['that is none', () => null],
    ['that is a number', () => 7],
  ])('%s is not accepted', async (_what, forge) => {
    const { id, challenge } = await challenged()
    const altcha = Buffer.from(JSON.stringify(forge(challenge))).toString('base64')
    for (const sent of [altcha, '%', 'x'.repeat(5_000)])
      expect(await statusOf(id, { inputs: { altcha: sent } })).toBe(429)
  })
})

describe('a form whose hidden input is filled in', () => {
  it('needs a proof of work, and passes with it', async () => {
    const { id } = await givenEvent()
    const inputs = { website_2: 'https://spam.example' }
    const { status, body } = await submit(id, { inputs })
    expect(status).toBe(429)
    expect(await statusOf(id, { inputs: { ...inputs, altcha: await solve(body.challenge) } })).toBe(200)
    expect(await attendees(id)).toBe(1)
  })
})

describe('a service behind a CDN', () => {
  const secretHash = createHash('sha256').update('shared secret').digest('hex')
  const behind = (addressHeader: string) => Object.assign(service.environment, { cdn: { addressHeader, secretHash } })
  afterEach(() => Object.assign(service.environment, { cdn: undefined }))

  const viewer = (name: string, address: string, secret = 'shared secret'): Sent => ({
    from: '192.0.2.1',
    headers: { [name]: address, 'X-CDN-Secret': secret },
  })

  it('tells viewers apart by the address that the CDN names', async () => {
    await settings({ rsvps_per_network: 1 })
    behind('cloudfront-viewer-address')
    const { id } = await givenEvent()
    const from = (address: string) => statusOf(id, viewer('CloudFront-Viewer-Address', address))
    expect(await from('198.51.100.1:4653')).toBe(200)
    expect(await from('198.51.100.1:4654')).toBe(429)
    expect(await from('198.51.100.2:4653')).toBe(200)
    expect(await from('2001:db8:1:2::1:4653')).toBe(200)
    expect(await from('2001:db8:1:2::2:46532')).toBe(429)
  })

  it('takes this address only with the secret, and only if it is one', async () => {
    await settings({ rsvps_per_network: 1 })
    behind('cf-connecting-ip')
    const { id } = await givenEvent()
    const from = (address: string, secret?: string) => statusOf(id, viewer('CF-Connecting-IP', address, secret))
    // Both come from the network that the gateway sees.
    expect([await from('198.51.100.1', 'guess'), await from('198.51.100.2', '')]).toEqual([200, 429])
    expect(await from('198.51.100.2, 198.51.100.3')).toBe(429)
    expect([await from('198.51.100.2'), await from('198.51.100.2')]).toEqual([200, 429])
  })

  it('takes this address with no secret that is guessed', async () => {
    await settings({ rsvps_per_network: 1 })
    behind('cf-connecting-ip')
    const { id } = await givenEvent()
    const known = 'shared secret'
    const guesses = ['', ' ', 'Shared secret', 'shared secre', 'shared secrets', secretHash, 'undefined', 'null']
    const lists = [`${known},${known}`, `guess, ${known}`, `Bearer ${known}`, known.repeat(100)]
    expect(await statusOf(id, { from: '192.0.2.1', headers: {} })).toBe(200)
    const all = [...guesses, ...lists]
    for (const [i, guess] of all.entries())
      expect(await statusOf(id, viewer('CF-Connecting-IP', `198.51.100.${i}`, guess))).toBe(429)
    const { headers: named } = viewer('CF-Connecting-IP', '198.51.100.99')
    delete named?.['X-CDN-Secret']
    expect(await statusOf(id, { from: '192.0.2.1', headers: named ?? {} })).toBe(429)
  })
})
