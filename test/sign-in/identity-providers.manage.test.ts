import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeWordBack, removeProvider, vouchFor } from '../../lib/sign-in/store/identity-provider-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
import { PUBLIC_URL, UNKNOWN_ID, demo, givenInterfaceEvent, table, useEnvironment } from '../support/service.js'
import { type Shown, PAGE_HEADERS, linkFor, request, signedInAs } from '../support/clients/organizer.js'
import { begin, callback, cookieIn, press, setProvider, signInBy } from '../support/clients/provider-sign-in.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'

const { group, other_group: other } = demo
const owners = ownerStore(table)
const LOG = `/manage/${group.id}/log`
/** An organizer of both groups. */
const email = 'both@example.org'
const UNVERIFIED = { email, email_verified: undefined }

let provider: GivenProvider

beforeAll(async () => {
  useEnvironment({ SIGN_IN_ALLOW_PRIVATE: 'on' })
  for (const { id } of [group, other]) {
    const person = enteredPerson({ id: crypto.randomUUID(), owner: `group:${id}`, email }, new Date())
    await owners.addMember(id, person, 'organizer')
  }
})
beforeEach(async () => {
  provider = await startProvider()
  await setProvider(group.id, provider)
})
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
  await takeWordBack(table, 'example.org')
  for (const { id } of [group, other]) await removeProvider(table, id)
})

const vouch = (domain = 'example.org') =>
  vouchFor(table, { domain, group: group.id, issuer: provider.issuer }, new Date())

const open = (path: string, { cookies }: Shown) =>
  request('GET', path, { cookie: cookieIn({ cookies } as Shown, '__Host-session') })

const expectRefused = (answer: Shown, text: string, status = 403) => {
  expect(answer.html).toContain(text)
  expect(answer.status).toBe(status)
  expect(cookieIn(answer, '__Host-session')).toBe('')
}

describe('a sign-in by the provider of a group', () => {
  it('asks for a code with PKCE, state and nonce, and writes nothing before the answer', async () => {
    const { page, cookie } = await begin(group.id)
    const { origin, pathname, searchParams } = new URL(page)
    expect(origin + pathname).toBe(`${provider.issuer}/page`)
    expect(Object.fromEntries(searchParams)).toEqual({
      theme: 'light',
      client_id: 'turnout',
      redirect_uri: `${PUBLIC_URL}/manage/sign-in/${group.id}/callback`,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{80,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(cookie).toMatch(/^__Host-attempt=[\w-]{43}$/)
    expect(provider.asked).toEqual(['/.well-known/openid-configuration'])
  })

  it.each(['RS256', 'ES256'] as const)('begins a session with a token signed by %s', async (alg) => {
    provider.shape = { alg }
    const answer = await signInBy(provider, group.id, { email: email.toUpperCase() })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/manage' } })
    expect((await open(LOG, answer)).status).toBe(200)
    expect(answer.cookies.find((each) => each.startsWith('__Host-attempt='))).toContain('Max-Age=0')
    expect(provider.lastToken?.form.get('client_secret')).toBe(provider.client.client_secret)
    expect(provider.lastToken?.form.get('redirect_uri')).toBe(`${PUBLIC_URL}/manage/sign-in/${group.id}/callback`)
  })

  it('proves the client by the header where the provider takes nothing else', async () => {
    provider.document = (document) => ({ ...document, token_endpoint_auth_methods_supported: undefined })
    expect((await signInBy(provider, group.id, { email })).status).toBe(303)
    expect(provider.lastToken?.authorization).toMatch(/^Basic /)
    expect(provider.lastToken?.form.get('client_secret')).toBeNull()
  })

  it('is in the log of the group, by the person and the provider', async () => {
    const answer = await signInBy(provider, group.id, { email })
    const { html } = await open(LOG, answer)
    expect(html).toContain('Signed in with the organization')
    expect(html).toContain(new URL(provider.issuer).host)
  })

  it('is not mixed up: a provider that leads people on to another one gets no code of theirs', async () => {
    // Both are real servers. The honest one does not name itself in its answers (RFC 9207), as many do not.
    provider.document = ({ authorization_response_iss_parameter_supported: _no, ...document }) => document
    await vouch()
    const attacker = await startProvider()
    await setProvider(other.id, attacker)
    try {
      const started = await begin(group.id)
      const victim = await begin(other.id)
      expect(new URL(victim.page).origin).toBe(attacker.issuer)
      // The attacker's page leads the victim to the honest one, with nonce and challenge of the attacker's own attempt.
      const onward = new URL(started.page)
      onward.searchParams.set('state', new URL(victim.page).searchParams.get('state') ?? '')
      const answer = provider.grant(onward.href, { email })
      answer.delete('iss')
      const back = new URL(onward.searchParams.get('redirect_uri') ?? '').pathname
      const seen = await request('GET', `${back}?${answer.toString()}`, { cookie: victim.cookie })
      expectRefused(seen, 'has expired')
      expect(attacker.asked).not.toContain('/token')
      expect(attacker.lastToken).toBeUndefined()
      // The code is good for the address of the honest group alone, and its own sign-ins go on.
      expect((await signInBy(provider, group.id, { email })).status).toBe(303)
    } finally {
      await attacker.close()
    }
  })

  it('takes no answer at an address that all groups share, nor at that of another group', async () => {
    await setProvider(other.id, provider)
    const { page, cookie } = await begin(group.id)
    const answer = provider.grant(page, { email })
    expectRefused(await callback(answer, cookie, other.id), 'has expired')
    const shared = await request('GET', `/manage/sign-in/callback?${answer.toString()}`, { cookie })
    expect(cookieIn(shared, '__Host-session')).toBe('')
    expect(provider.asked).not.toContain('/token')
  })

  it('leads back to the page that asked for it, and nowhere else', async () => {
    const { page, cookie } = await begin(group.id)
    const back = `__Host-back=${encodeURIComponent(LOG)}`
    const answer = await callback(provider.grant(page, { email }), `${cookie}; ${back}`)
    expect(answer.headers['location']).toBe(LOG)
    const foreign = await begin(group.id)
    const led = await callback(
      provider.grant(foreign.page, { email }),
      `${foreign.cookie}; __Host-back=${encodeURIComponent('//attacker.example')}`,
    )
    expect(led.headers['location']).toBe('/manage')
  })

  it('of an address without a role shows the page that a link shows', async () => {
    const answer = await signInBy(provider, group.id, { email: 'stranger@example.org' })
    expect(answer.status).toBe(303)
    expect((await open('/manage', answer)).html).toContain('This address has no role in any group')
    expect((await open(LOG, answer)).status).toBe(404)
  })

  it('asks the provider for a fresh sign-in where keys or members are to be changed', async () => {
    const { page } = await begin(group.id, '?again=1')
    expect(new URL(page).searchParams.get('max_age')).toBe('900')
    const answer = await signInBy(provider, group.id, { email: 'maya.okafor@example.org' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    const keys = await open(`/manage/${group.id}/keys`, answer)
    expect(keys.headers['location']).toBe(`/manage/sign-in/${group.id}?again=1`)
  })
})

describe('a refused account', () => {
  it('is followed by the choice of another one', async () => {
    const { html } = await signInBy(provider, group.id, { email: 'both@example.com' })
    const again = `/manage/sign-in/${group.id}?other=1`
    expect(html).toContain(`href="${again}"`)
    expect((await request('GET', again)).html).toContain(`href="/manage/sign-in/${group.id}/start?other=1"`)
    const { page } = await begin(group.id, '?other=1')
    expect(new URL(page).searchParams.get('prompt')).toBe('select_account')
  })
})

describe('a session that a provider began', () => {
  it('acts for its group alone, whatever other roles the address has', async () => {
    const answer = await signInBy(provider, group.id, { email })
    expect((await open(LOG, answer)).status).toBe(200)
    expect((await open(`/manage/${other.id}/log`, answer)).status).toBe(404)
    expect((await open('/manage/you', answer)).html).not.toContain(`/manage/${other.id}`)
  })

  it('acts for all groups of the address where the owner lets the provider speak for its domain', async () => {
    await vouch()
    const answer = await signInBy(provider, group.id, UNVERIFIED)
    expect((await open(LOG, answer)).status).toBe(200)
    expect((await open(`/manage/${other.id}/log`, answer)).status).toBe(200)
    await takeWordBack(table, 'example.org')
    expect((await open(`/manage/${other.id}/log`, answer)).status).toBe(404)
    expect((await open(LOG, answer)).status).toBe(200)
  })

  it('does not act for other groups by the word about another issuer', async () => {
    await vouchFor(table, { domain: 'example.org', group: group.id, issuer: 'https://earlier.example' }, new Date())
    expectRefused(await signInBy(provider, group.id, UNVERIFIED), 'Your email isn’t confirmed')
    const answer = await signInBy(provider, group.id, { email })
    expect((await open(`/manage/${other.id}/log`, answer)).status).toBe(404)
  })

  it.each([
    ['its provider is removed', () => removeProvider(table, group.id)],
    ['its provider may no longer sign in the domain', () => setProvider(group.id, provider, { domains: ['a.org'] })],
    ['another provider takes its place', () => setProvider(group.id, { ...provider, issuer: 'https://next.example' })],
  ])('ends when %s', async (_, change) => {
    const answer = await signInBy(provider, group.id, { email })
    await change()
    expect((await open(LOG, answer)).status).toBe(303)
  })

  it('ends with the others of its group, and leaves those that began otherwise', async () => {
    const access = (await owners.members(group.id)).find(({ sign_in_address }) => sign_in_address === email)
    const byLink = await signedInAs(access?.person ?? '')
    const answer = await signInBy(provider, group.id, { email })
    const another = await signInBy(provider, group.id, { email })
    const cookie = cookieIn(answer, '__Host-session')
    const { html } = await open('/manage/you', answer)
    const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const body = new URLSearchParams({ form_token }).toString()
    await request('POST', '/manage/sign-out-everywhere', { ...PAGE_HEADERS, cookie }, body)
    expect((await open(LOG, another)).status).toBe(303)
    expect((await byLink.open(LOG)).status).toBe(200)
  })

  it('may not change what belongs to the address', async () => {
    const answer = await signInBy(provider, group.id, { email })
    expect((await open('/manage/you', answer)).status).toBe(200)
    expect((await open('/manage/you/passkeys', answer)).status).toBe(403)
    expect((await open('/manage/you', answer)).html).not.toContain('/manage/you/passkeys')
    await vouch()
    const whole = await signInBy(provider, group.id, { email })
    expect((await open('/manage/you/passkeys', whole)).status).not.toBe(403)
  })
})

describe('a group whose organizers sign in by its provider alone', () => {
  beforeEach(() => setProvider(group.id, provider, { only: true }))

  it('leads a session that a link began to the provider, and back', async () => {
    const browser = await signedInAs(group.creator)
    const led = await browser.open(LOG)
    expect(led).toMatchObject({ status: 303, headers: { location: `/manage/sign-in/${group.id}` } })
    expect(cookieIn(led, '__Host-back')).toContain(encodeURIComponent(LOG))
    const { id } = await givenInterfaceEvent()
    expect((await browser.open(`/manage/events/${id}`)).headers['location']).toBe(`/manage/sign-in/${group.id}`)
    expect((await browser.open('/manage/you')).html).toContain(group.title)
  })

  it('opens to its provider, and to no provider of another group', async () => {
    expect((await open(LOG, await signInBy(provider, group.id, { email }))).status).toBe(200)
    const elsewhere = await startProvider()
    await setProvider(other.id, elsewhere)
    await vouchFor(table, { domain: 'example.org', group: other.id, issuer: elsewhere.issuer }, new Date())
    const answer = await signInBy(elsewhere, other.id, { email })
    expect((await open(`/manage/${other.id}/log`, answer)).status).toBe(200)
    expect((await open(LOG, answer)).headers['location']).toBe(`/manage/sign-in/${group.id}`)
    await elsewhere.close()
  })

  it('opens to links again when its provider is gone', async () => {
    const browser = await signedInAs(group.creator)
    await removeProvider(table, group.id)
    expect((await browser.open(LOG)).status).toBe(200)
  })
})

describe('a provider that an administrator has set', () => {
  const CREATOR = { email: 'maya.okafor@example.org' }
  beforeEach(() => setProvider(group.id, provider, { only: true, for_creator: false }))

  it('signs in organizers, and not the creator', async () => {
    expect((await open(LOG, await signInBy(provider, group.id, { email }))).status).toBe(200)
    expectRefused(await signInBy(provider, group.id, CREATOR), 'someone else set up this sign-in')
  })

  it('does not shut the creator out', async () => {
    expect((await (await signedInAs(group.creator)).open(LOG)).status).toBe(200)
    const organizer = await signedInAs(group.organizer)
    expect((await organizer.open(LOG)).headers['location']).toBe(`/manage/sign-in/${group.id}`)
  })

  it('ends the session of the creator, which it began before', async () => {
    await setProvider(group.id, provider)
    const answer = await signInBy(provider, group.id, CREATOR)
    expect((await open(LOG, answer)).status).toBe(200)
    await setProvider(group.id, provider, { for_creator: false })
    expect((await open(LOG, answer)).headers['location']).toBe('/manage/sign-in')
  })

  it('signs in the creator where the owner lets it speak for the domain', async () => {
    await vouch()
    expect((await open(LOG, await signInBy(provider, group.id, CREATOR))).status).toBe(200)
  })
})

describe('the sign-in page', () => {
  const type = (address: string, fields = {}) =>
    request('POST', '/manage/sign-in', PAGE_HEADERS, new URLSearchParams({ email: address, ...fields }).toString())

  it('leads every address of a domain to its provider, and knows none of them', async () => {
    await vouch()
    const [known, unknown] = [await type(email), await type('unknown@example.org')]
    for (const { status, headers, html } of [known, unknown]) {
      expect(status).toBe(200)
      expect(headers['refresh']).toBe(`0; url=/manage/sign-in/${group.id}/start`)
      expect(html).toContain(`Sign in with ${group.title}`)
    }
    expect(known.html).toBe(unknown.html)
    const cookie = cookieIn(known, '__Host-attempt')
    const { headers } = await press(group.id, cookie)
    expect(new URL(headers['location'] ?? '').searchParams.get('login_hint')).toBe(email)
  })

  it('leads to no provider that a group has chosen without the word of the owner', async () => {
    const { headers } = await type(email)
    expect(headers['refresh']).toBeUndefined()
    expect(headers['location']).toBe('/manage/sign-in?unknown=1')
  })

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighboring site', { 'sec-fetch-site': 'same-site' }],
    ['from the field of addresses', { 'sec-fetch-site': 'none' }],
    ['from a page elsewhere, in an old browser', { referer: 'https://attacker.example/manage' }],
    ['from no page, in an old browser', {}],
  ])('of a group sends no browser on that comes %s, where an attacker could wait', async (_, headers) => {
    const { cookie } = await begin(group.id)
    provider.asked.length = 0
    const start = `/manage/sign-in/${group.id}/start`
    const answer = await request('GET', start, { cookie, ...(headers as Record<string, string>) })
    expect(answer).toMatchObject({ status: 303, headers: { location: `/manage/sign-in/${group.id}` } })
    expect(provider.asked).toEqual([])
  })

  it('of a group sends on a browser with its cookie, also an old one', async () => {
    const start = `/manage/sign-in/${group.id}/start`
    const without = await press(group.id, '')
    expect(without.headers['location']).toBe(`/manage/sign-in/${group.id}`)
    const { cookie } = await begin(group.id)
    const old = await request('GET', start, { cookie, referer: `${PUBLIC_URL}/manage/sign-in/${group.id}` })
    expect(old.headers['location']).toContain(provider.issuer)
  })

  it('asks for the address also where the service mails no links', async () => {
    const { html } = await request('GET', '/manage/sign-in')
    expect(html).toContain('Sign in with your organization')
    expect((await request('GET', '/manage/sign-in?unknown=1')).html).toContain('We don’t know an organization')
  })

  it.each(['', '/start'])('of a group without a provider is the usual one: %s', async (step) => {
    for (const id of [other.id, UNKNOWN_ID]) {
      const { headers } = await request('GET', `/manage/sign-in/${id}${step}`)
      expect(headers['location']).toBe('/manage/sign-in')
    }
  })

  it('still takes links, whose secrets are no groups', async () => {
    const link = await linkFor(group.creator)
    expect((await request('GET', link)).html).toContain('>Sign in</button>')
  })
})
