import { type KeyObject, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
import { removeProvider, takeWordBack, vouchFor } from '../../lib/sign-in/store/identity-provider-store.js'
import { type Shown, request } from '../support/clients/organizer.js'
import { begin, callback, cookieIn, setProvider } from '../support/clients/provider-sign-in.js'
import { type RealProvider, redirectUriOf, startRealProvider } from '../support/given/real-provider.js'
import { demo, table, useEnvironment } from '../support/service.js'

/*
 * Two providers that others have written, one of an honest group and one of a hostile administrator of another. The
 * hostile one answers as it likes, knows all of the protocol, and has whatever it can get from a victim who visits it.
 */

const { group, other_group: other } = demo
const VICTIM = 'both@example.org'
const ATTACKER = 'attacker@example.org'
const started: RealProvider[] = []

beforeAll(async () => {
  useEnvironment({ SIGN_IN_ALLOW_PRIVATE: 'on' })
  for (const { id } of [group, other])
    for (const email of [VICTIM, ATTACKER]) {
      const person = enteredPerson({ id: crypto.randomUUID(), owner: `group:${id}`, email }, new Date())
      await ownerStore(table).addMember(id, person, 'organizer')
    }
})
afterEach(async () => {
  for (const provider of started.splice(0)) await provider.close()
  await takeWordBack(table, 'example.org')
  for (const { id } of [group, other]) await removeProvider(table, id)
})

const start = async (...of: Parameters<typeof startRealProvider>) => {
  const provider = await startRealProvider(...of)
  started.push(provider)
  return provider
}

/** Both providers; the word of the owner makes the honest one worth an attack. */
async function both(options: Parameters<typeof startRealProvider>[1] = {}, groups = [group.id]) {
  const honest = await start(groups, options)
  const hostile = await start([other.id])
  await setProvider(group.id, honest)
  await setProvider(other.id, hostile)
  await vouchFor(table, { domain: 'example.org', group: group.id, issuer: honest.issuer }, new Date())
  return { honest, hostile }
}

/** Opens the address that a provider has led a browser to, with the cookie of that browser. */
const opened = ({ pathname, search }: URL, cookie: string) => request('GET', pathname + search, { cookie })

const expectSignedIn = async (answer: Shown, of: string = group.id) => {
  expect(answer).toMatchObject({ status: 303, headers: { location: '/manage' } })
  const log = await request('GET', `/manage/${of}/log`, { cookie: cookieIn(answer, '__Host-session') })
  expect(log.status).toBe(200)
}
const expectRefused = (answer: Shown, text: string) => {
  expect([answer.status, cookieIn(answer, '__Host-session')]).toEqual([403, ''])
  expect(answer.html).toContain(text)
}
const tokenRequests = ({ asked }: RealProvider) => asked.filter((path) => path === '/token').length
const set = (page: string, values: Record<string, string>) => {
  const url = new URL(page)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
const valueIn = (page: string | URL, name: string) => new URL(page).searchParams.get(name) ?? ''

describe('an honest provider that others have written', () => {
  it.each(['client_secret_post', 'client_secret_basic'])('signs a person in, with %s', async (method) => {
    const { honest } = await both({ method })
    const { page, cookie } = await begin(group.id)
    const back = await honest.signIn(page, VICTIM)
    expect(valueIn(back, 'iss')).toBe(honest.issuer)
    await expectSignedIn(await opened(back, cookie))
    expectRefused(await opened(back, cookie), 'Signing in didn’t work')
  })

  it('signs a person in whose provider names itself nowhere but in the token', async () => {
    const { honest } = await both({ isNameless: true })
    const { page, cookie } = await begin(group.id)
    const back = await honest.signIn(page, VICTIM)
    expect(back.searchParams.has('iss')).toBe(false)
    await expectSignedIn(await opened(back, cookie))
  })

  it('that names itself, but not in an answer, began none', async () => {
    const { honest } = await both()
    const { page, cookie } = await begin(group.id)
    const back = await honest.signIn(page, VICTIM)
    back.searchParams.delete('iss')
    expectRefused(await opened(back, cookie), 'Signing in didn’t work')
    back.searchParams.set('iss', 'https://attacker.example')
    expectRefused(await opened(back, cookie), 'Signing in didn’t work')
    expect(tokenRequests(honest)).toBe(0)
  })
})

describe.each([
  ['that names itself', false],
  ['that does not', true],
])('a mix-up with an honest provider %s', (_, isNameless) => {
  it('by a page that leads on to it, with all values of a sign-in that the attacker began, gets no code', async () => {
    const { honest, hostile } = await both({ isNameless })
    const ofAttacker = await begin(group.id)
    hostile.onward = (page) => set(ofAttacker.page, { state: valueIn(page.href, 'state') })
    const victim = await begin(other.id)
    const led = await hostile.signIn(victim.page, VICTIM)
    expect(led.origin).toBe(honest.issuer)
    const back = await honest.signIn(led.href, VICTIM)
    expect(back.href).toContain(redirectUriOf(group.id))
    expectRefused(await opened(back, victim.cookie), 'has expired')
    expect(tokenRequests(hostile)).toBe(0)
  })

  it('gets no code at the address of the attacker’s group, which the honest one does not know', async () => {
    const { honest, hostile } = await both({ isNameless })
    const ofAttacker = await begin(group.id)
    hostile.onward = (page) =>
      set(ofAttacker.page, { state: valueIn(page.href, 'state'), redirect_uri: redirectUriOf(other.id) })
    const victim = await begin(other.id)
    const end = await honest.signIn((await hostile.signIn(victim.page, VICTIM)).href, VICTIM)
    expect(end.origin).toBe(honest.issuer)
  })

  it('that stays in the victim’s own sign-in gives the attacker nothing but a closed door', async () => {
    const { honest, hostile } = await both({ isNameless })
    // The victim has begun both sign-ins in one browser; the page leads on with the victim's own values.
    const victim = await begin(other.id)
    const own = await begin(group.id)
    hostile.onward = () => own.page
    const back = await honest.signIn((await hostile.signIn(victim.page, VICTIM)).href, VICTIM)
    expectRefused(await opened(back, victim.cookie), 'has expired')
    expect(tokenRequests(hostile)).toBe(0)
  })

  it('by a document that names the page of the honest one, which knows both groups, begins nothing there', async () => {
    const { honest, hostile } = await both({ isNameless }, [group.id, other.id])
    hostile.document = (document) => ({
      ...document,
      authorization_endpoint: `${honest.issuer}/auth`,
      authorization_response_iss_parameter_supported: !isNameless,
    })
    const victim = await begin(other.id)
    expect(new URL(victim.page).origin).toBe(honest.issuer)
    const back = await honest.signIn(victim.page, VICTIM)
    expectRefused(await opened(back, victim.cookie), 'Signing in didn’t work')
    // One that does not name itself cannot be told apart: its code goes astray, but opens nothing in this service.
    expect(tokenRequests(hostile)).toBe(isNameless ? 1 : 0)
    const ofAttacker = await begin(group.id)
    const injected = new URL(back)
    injected.pathname = new URL(redirectUriOf(group.id)).pathname
    injected.searchParams.set('state', valueIn(ofAttacker.page, 'state'))
    expectRefused(await opened(injected, ofAttacker.cookie), 'Signing in didn’t work')
    expect(tokenRequests(honest)).toBe(1)
  })

  it('by a document that names the token endpoint of the honest one sends it nothing that it takes', async () => {
    const { honest, hostile } = await both({ isNameless })
    const ofVictim = await begin(group.id)
    const code = valueIn(await honest.signIn(ofVictim.page, VICTIM), 'code')
    hostile.document = (document) => ({
      ...document,
      token_endpoint: `${honest.issuer}/token`,
      jwks_uri: `${honest.issuer}/jwks`,
    })
    const { page, cookie } = await begin(other.id)
    const answer = new URLSearchParams({ code, state: valueIn(page, 'state'), iss: hostile.issuer })
    expectRefused(await callback(answer, cookie, other.id), 'Signing in didn’t work')
    expect(tokenRequests(honest)).toBe(1)
  })

  it('by a code of another session that leaked is refused by PKCE, and in another browser by its cookie', async () => {
    const { honest } = await both({ isNameless })
    const [victim, attacker] = [await begin(group.id), await begin(group.id)]
    const back = await honest.signIn(victim.page, VICTIM)
    const injected = new URL(back)
    injected.searchParams.set('state', valueIn(attacker.page, 'state'))
    expectRefused(await opened(back, attacker.cookie), 'has expired')
    expectRefused(await opened(injected, attacker.cookie), 'Signing in didn’t work')
    // The other way round: nobody is signed in as the attacker by a link.
    const own = await honest.signIn(attacker.page, ATTACKER)
    expectRefused(await opened(own, victim.cookie), 'has expired')
    await expectSignedIn(await opened(own, attacker.cookie))
  })
})

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
type Claims = Record<string, unknown>
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Claims
const signed = (header: object, claims: Claims, by: (text: string) => Buffer) => {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${by(text).toString('base64url')}`
}
const bySecret = (secret: string | Buffer) => (text: string) => createHmac('sha256', secret).update(text).digest()
const byKey = (key: KeyObject) => (text: string) => sign('sha256', Buffer.from(text), key)
const head = ({ keys }: RealProvider, alg = 'RS256') => ({ alg, kid: (keys.published as { kid: string }).kid })

interface Pair {
  honest: RealProvider
  hostile: RealProvider
}
type Forgery = (claims: Claims, pair: Pair) => string
const own =
  (change: (claims: Claims, pair: Pair) => Claims): Forgery =>
  (claims, pair) =>
    signed(head(pair.hostile), change(claims, pair), byKey(pair.hostile.keys.pair.privateKey))
const pemOf = ({ keys }: RealProvider) => keys.pair.publicKey.export({ format: 'pem', type: 'spki' })

/** Tokens that the hostile provider gives. Its own keys sign what is about it; nothing else may be believed. */
const FORGED: [string, Forgery][] = [
  ['of the honest issuer, signed by itself', own((claims, { honest }) => ({ ...claims, iss: honest.issuer }))],
  ['for another client', own((claims) => ({ ...claims, aud: 'another' }))],
  ['for several clients, given to another', own((claims) => ({ ...claims, aud: ['turnout', 'b'], azp: 'b' }))],
  ['of another session', own((claims) => ({ ...claims, nonce: 'x'.repeat(43) }))],
  ['of no session', own(({ nonce: _nonce, ...claims }) => claims)],
  ['without a signature', (claims) => signed({ alg: 'none' }, claims, () => Buffer.alloc(0))],
  ['without a signature, in other letters', (claims) => signed({ alg: 'nOnE' }, claims, () => Buffer.alloc(0))],
  [
    'with its public key as the secret of HS256',
    (claims, { hostile }) => signed(head(hostile, 'HS256'), claims, bySecret(pemOf(hostile))),
  ],
  [
    'with its published key as the secret of HS256',
    (claims, { hostile }) =>
      signed(head(hostile, 'HS256'), claims, bySecret(Buffer.from(String(hostile.keys.published.n), 'base64url'))),
  ],
  [
    'with the secret of the client as that of HS256',
    (claims, { hostile }) => signed(head(hostile, 'HS256'), claims, bySecret(hostile.client.client_secret)),
  ],
  [
    'signed by the honest one’s name of a key, with a key of its own',
    (claims, { honest, hostile }) => signed(head(honest), claims, byKey(hostile.keys.pair.privateKey)),
  ],
  [
    'whose header brings its key along',
    (claims, { hostile }) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      return signed({ ...head(hostile), jwk: publicKey.export({ format: 'jwk' }) }, claims, byKey(privateKey))
    },
  ],
]

describe('a token of a provider', () => {
  it.each(FORGED)('%s begins no session', async (_, forgery) => {
    const pair = await both()
    const { hostile } = pair
    hostile.document = (document) => ({
      ...document,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none', 'nOnE'],
    })
    hostile.tokens = (answer) => ({ ...answer, id_token: forgery(claimsOf(answer['id_token']), pair) })
    const { page, cookie } = await begin(other.id)
    expectRefused(await opened(await hostile.signIn(page, VICTIM), cookie), 'Signing in didn’t work')
    expect(tokenRequests(hostile)).toBe(1)
  })

  it('that the honest one gave the attacker is not taken from the hostile one', async () => {
    const { honest, hostile } = await both()
    let stolen: unknown
    honest.tokens = (answer) => {
      stolen = answer['id_token']
      return answer
    }
    const seen = await begin(group.id)
    await expectSignedIn(await opened(await honest.signIn(seen.page, VICTIM), seen.cookie))
    expect(claimsOf(stolen)).toMatchObject({ iss: honest.issuer, email: VICTIM })
    hostile.document = (document) => ({ ...document, jwks_uri: `${honest.issuer}/jwks` })
    hostile.tokens = (answer) => ({ ...answer, id_token: stolen })
    const { page, cookie } = await begin(other.id)
    expectRefused(await opened(await hostile.signIn(page, VICTIM), cookie), 'Signing in didn’t work')
  })

  it('signed by itself and about itself begins a session in its own group, and opens no other', async () => {
    const pair = await both()
    const forge = own((claims) => ({ ...claims, email: VICTIM }))
    pair.hostile.tokens = (answer) => ({ ...answer, id_token: forge(claimsOf(answer['id_token']), pair) })
    const { page, cookie } = await begin(other.id)
    const answer = await opened(await pair.hostile.signIn(page, 'anybody@example.org'), cookie)
    await expectSignedIn(answer, other.id)
    const log = await request('GET', `/manage/${group.id}/log`, { cookie: cookieIn(answer, '__Host-session') })
    expect(log.status).toBe(404)
  })
})

it('a provider that calls itself by the name of the honest one leads nobody on', async () => {
  const { honest, hostile } = await both()
  hostile.document = (document) => ({ ...document, issuer: honest.issuer })
  const { page } = await begin(other.id)
  expect(page).toBe('')
})
