import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Lies, authenticator } from '../support/clients/authenticator.js'
import { PAGE_HEADERS, request } from '../support/clients/organizer.js'
import {
  PASSKEYS,
  SIGN_IN,
  type WithPasskey,
  add,
  challenge,
  idsIn,
  json,
  member,
  post,
  signIn,
  withPasskey,
} from '../support/given/passkeys.js'
import { PUBLIC_URL } from '../support/service.js'
import { sized } from '../support/size.js'

afterEach(() => void vi.useRealTimers())
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

let one: WithPasskey
beforeAll(async () => {
  one = await withPasskey()
})

describe('a challenge', () => {
  it('signs in once, however often its answer is sent', async () => {
    const sent = one.device.get(await challenge(), one.credential)
    const answers = await Promise.all([1, 2, 3].map(() => post(sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403])
    expect(await post(sent)).toMatchObject({ status: 403, cookies: [] })
  })

  it('signs one of two people in that answer it', async () => {
    const another = await withPasskey()
    const options = await challenge()
    const sent = [one, another].map(({ device, credential }) => device.get(options, credential))
    const answers = await Promise.all(sent.map((each) => post(each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403])
  })

  it('works for ten minutes', async () => {
    const options = await challenge()
    const [early, late] = [1, 2].map(() => one.device.get(options, one.credential)) as [string, string]
    later(11)
    expect((await post(late)).status).toBe(403)
    vi.useRealTimers()
    later(9)
    expect((await post(early)).status).toBe(303)
  })

  it('of an addition signs no one in, and one to sign in adds nothing', async () => {
    const adding = json(await one.browser.open(`${PASSKEYS}/options`)) as { challenge: string }
    expect((await signIn(one, { challenge: adding.challenge })).status).toBe(403)
    const { challenge: signing } = (await challenge()) as { challenge: string }
    expect((await add(one.browser, undefined, 'Phone', { challenge: signing })).answer.status).toBe(400)
  })

  it('of an addition is for one address', async () => {
    const another = await member()
    const { challenge: foreign } = json(await another.browser.open(`${PASSKEYS}/options`)) as {
      challenge: string
    }
    expect((await add(one.browser, undefined, 'Phone', { challenge: foreign })).answer.status).toBe(400)
  })

  it('of an addition adds once, also after its passkey was removed', async () => {
    const { browser, sent, answer } = await withPasskey()
    expect(answer.status).toBe(303)
    expect((await browser.send(PASSKEYS, { credential: sent, name: 'Again' })).status).toBe(400)
    const [id] = idsIn((await browser.open(PASSKEYS)).html)
    await browser.send(`${PASSKEYS}/${id}/remove`)
    expect((await browser.send(PASSKEYS, { credential: sent, name: 'Again' })).status).toBe(400)
    expect(idsIn((await browser.open(PASSKEYS)).html)).toEqual([])
  })

  it('works for ten minutes of an addition, and the form of it for as long as the sign-in is recent', async () => {
    const { browser } = await member()
    const options = json(await browser.open(`${PASSKEYS}/options`))
    const { sent } = authenticator(PUBLIC_URL).create(options)
    later(11)
    expect((await browser.send(PASSKEYS, { credential: sent })).status).toBe(400)
    later(5)
    for (const answer of [
      await browser.send(PASSKEYS, { credential: sent }),
      await browser.open(PASSKEYS),
      await browser.open(`${PASSKEYS}/options`),
    ])
      expect(answer.headers['location']).toBe('/manage/sign-in?again=1')
  })

  it('that was made up, or cut, or signed by another service is none', async () => {
    const { challenge: real } = (await challenge()) as { challenge: string }
    for (const made of ['', 'x', real.slice(0, -2), `${real}AA`, randomBytes(38).toString('base64url')])
      expect((await signIn(one, { challenge: made })).status).toBe(403)
  })
})

describe('a signature', () => {
  const lies: [string, Lies][] = [
    ['of another origin', { origin: 'https://attacker.example' }],
    ['of an origin that begins alike', { origin: `${PUBLIC_URL}.attacker.example` }],
    ['of another port', { origin: `${PUBLIC_URL}:8443` }],
    ['of http', { origin: PUBLIC_URL.replace('https', 'http') }],
    ['for another host name', { rpId: 'attacker.example' }],
    ['for the domain above', { rpId: 'example.org' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['of an addition', { type: 'webauthn.create' }],
    ['without asking who the person is', { isVerified: false }],
    ['that is made up', { signature: randomBytes(70) }],
    ['that is empty', { signature: Buffer.alloc(0) }],
    ['with the handle of no one', { userHandle: randomBytes(16).toString('base64url') }],
    ['with a long handle', { userHandle: randomBytes(64).toString('base64url') }],
  ]
  it.each(lies)('%s is refused', async (_, lie) => {
    expect(await signIn(one, lie)).toMatchObject({ status: 403, cookies: [] })
    expect((await signIn(one)).status).toBe(303)
  })

  it('of another passkey of the same address is refused', async () => {
    const { credential: second } = await add(one.browser, undefined, 'Second')
    const mixed = { ...one.credential, key: second.key }
    expect((await signIn({ ...one, credential: mixed })).status).toBe(403)
  })

  it('of the passkey of another address is refused, whichever address it names', async () => {
    const foreign = await withPasskey()
    const credential = { ...foreign.credential, userHandle: one.credential.userHandle }
    expect((await signIn({ ...foreign, credential })).status).toBe(403)
  })

  it('of a passkey that the service does not know gets the answer of a wrong one, to the letter', async () => {
    const options = json(await one.browser.open(`${PASSKEYS}/options`))
    const { credential } = authenticator(PUBLIC_URL).create(options)
    const stranger = { ...credential, userHandle: randomBytes(16).toString('base64url') }
    const answers = [
      await signIn(one, { signature: randomBytes(70) }),
      await signIn({ ...one, credential }),
      await signIn({ ...one, credential: stranger }),
      await post('{}'),
    ]
    for (const { status, html } of answers) expect({ status, html }).toEqual({ status: 403, html: answers[0]?.html })
  })

  it.each([['https://attacker.example'], ['null'], [undefined]])(
    'sent by a page of %s is refused, which may be an attacker who signs a victim in',
    async (origin) => {
      const sent = one.device.get(await challenge(), one.credential)
      const body = new URLSearchParams({ credential: sent }).toString()
      const headers = { host: PAGE_HEADERS.host, ...(origin && { origin }) }
      expect(await request('POST', SIGN_IN, headers, body)).toMatchObject({ status: 403, cookies: [] })
    },
  )

  it('that is refused a hundred times locks nobody of its network out', async () => {
    for (let n = 0; n < 100; n++) expect((await post('{}')).status).toBe(403)
    const sent = one.device.get(await challenge(), one.credential)
    expect((await post(sent)).status).toBe(303)
  })
})

describe('the counter of an authenticator', () => {
  it('goes up, and a signature that does not is refused: the authenticator may have been copied', async () => {
    const counting = await withPasskey({ counts: true })
    for (const [counter, status] of [
      [5, 303],
      [5, 403],
      [4, 403],
      [0, 403],
      [6, 303],
    ] as const)
      expect((await signIn(counting, { counter })).status).toBe(status)
  })

  it('stays 0 for one that does not count', async () => {
    for (const _ of [1, 2]) expect((await signIn(one, { counter: 0 })).status).toBe(303)
  })

  it('that comes twice at once signs in once', async () => {
    const counting = await withPasskey({ counts: true })
    const sent = await Promise.all(
      [1, 2, 3].map(async () => counting.device.get(await challenge(), counting.credential, { counter: 9 })),
    )
    const answers = await Promise.all(sent.map((each) => post(each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403])
  })
})

describe('hostile input', () => {
  const sent = () => JSON.parse(one.device.get({ challenge: 'AAAA', rpId: 'x' }, one.credential)) as object

  it('in any form is a refusal, and never an error of the service', async () => {
    const { browser } = await member()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((odd) => JSON.stringify({ ...sent(), ...odd })),
          fc.object().map((odd) => JSON.stringify({ ...sent(), response: odd })),
          fc
            .dictionary(
              fc.constantFrom('clientDataJSON', 'authenticatorData', 'userHandle', 'attestationObject'),
              fc.base64String(),
            )
            .map((odd) => JSON.stringify({ ...sent(), response: { ...(sent() as any).response, ...odd } })),
        ),
        async (credential) => {
          expect((await post(credential)).status).toBe(403)
          expect((await browser.send(PASSKEYS, { credential })).status).toBe(400)
        },
      ),
      { numRuns: sized(60, 2_000) },
    )
  })

  it('with a real challenge around odd bytes is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), async (some, more) => {
        const real = JSON.parse(one.device.get(await challenge(), one.credential)) as { response: object }
        const [data, signature] = [some, more].map((bytes) => Buffer.from(bytes).toString('base64url'))
        const odd = { ...real, response: { ...real.response, authenticatorData: data, signature } }
        expect((await post(JSON.stringify(odd))).status).toBe(403)
      }),
      { numRuns: sized(40, 2_000) },
    )
  })

  it.each([
    '{"__proto__":{"type":"public-key"}}',
    '[]',
    'null',
    '"x"',
    '1e999',
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
  ])('such as %.20s is refused', async (credential) => {
    expect((await post(credential)).status).toBe(403)
  })
})
