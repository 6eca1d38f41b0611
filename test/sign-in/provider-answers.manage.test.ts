import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeWordBack, removeProvider } from '../../lib/sign-in/store/identity-provider-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
import { demo, table, useEnvironment } from '../support/service.js'
import { type Shown, request } from '../support/clients/organizer.js'
import { begin, callback, cookieIn, setProvider, signInBy } from '../support/clients/provider-sign-in.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'

const { group, other_group: other } = demo
const owners = ownerStore(table)
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

const expectRefused = (answer: Shown, text: string, status = 403) => {
  expect(answer.html).toContain(text)
  expect(answer.status).toBe(status)
  expect(cookieIn(answer, '__Host-session')).toBe('')
}

describe('an answer of a provider', () => {
  it.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['several audiences and no authorized party', { claims: { aud: ['turnout', 'another'] } }],
    ['several audiences and another authorized party', { claims: { aud: ['turnout', 'another'], azp: 'another' } }],
    ['another issuer', { claims: { iss: 'https://attacker.example' } }],
    ['an expiry long ago', { claims: { exp: 1_700_000_000 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no signature', { alg: 'none' as const }],
    ['a signature by the secret of everybody', { alg: 'HS256' as const }],
    ['a signature by a key that is not published', { foreignKey: true }],
  ])('with %s in the token begins no session', async (_, shape) => {
    provider.shape = shape
    expectRefused(await signInBy(provider, group.id, { email }), 'Signing in didn’t work')
  })

  it.each([
    ['that is not verified', { email, email_verified: false }, 'Your email isn’t confirmed'],
    ['that is said to be “false”', { email, email_verified: 'false' }, 'Your email isn’t confirmed'],
    ['of which nothing is said', UNVERIFIED, 'Your email isn’t confirmed'],
    ['of another domain', { email: 'both@example.com' }, 'This email isn’t one of your organization’s'],
    ['of a subdomain', { email: 'both@mail.example.org' }, 'This email isn’t one of your organization’s'],
    ['that ends alike', { email: 'both@not-example.org' }, 'This email isn’t one of your organization’s'],
    ['with two signs', { email: 'both@attacker.example@example.org' }, 'We didn’t get your email'],
    ['with a letter that is another in lower case', { email: 'both@example.org'.replace('b', 'ⓑ') }, 'We didn’t'],
    ['with the Kelvin sign', { email: 'daniel.whita\u212Aer@example.org' }, 'We didn’t get your email'],
    ['with a line break', { email: 'both@example.org\n' + 'x@example.org' }, 'We didn’t get your email'],
    ['that is missing', {}, 'We didn’t get your email'],
    ['that is a list', { email: [email] }, 'We didn’t get your email'],
  ])('with an address %s begins no session', async (_, claims, text) => {
    expectRefused(await signInBy(provider, group.id, claims), text)
  })

  it('is used once, also by two requests at the same time', async () => {
    const { page, cookie } = await begin(group.id)
    // The provider takes a code twice here, so that only the service is in the way.
    const answers = [provider.grant(page, { email }), provider.grant(page, { email })]
    const first = await Promise.all(answers.map((each) => callback(each, cookie)))
    expect(first.map(({ status }) => status).sort()).toEqual([303, 403])
    expectRefused(await callback(provider.grant(page, { email }), cookie), 'used already')
  })

  it.each([
    ['of another browser', async () => (await begin(group.id)).cookie],
    ['without its browser', async () => ''],
  ])('%s begins no session', async (_, otherCookie) => {
    const { page } = await begin(group.id)
    expectRefused(await callback(provider.grant(page, { email }), await otherCookie()), 'has expired')
    expect(provider.asked).not.toContain('/token')
  })

  it.each([
    [
      'another state',
      (state: string) => state.replace(/^.{20}./, (start) => start.slice(0, 20) + (start.endsWith('A') ? 'B' : 'A')),
    ],
    ['no state', () => ''],
    ['a state that is too long', (state: string) => `${state}AAAA`],
  ])('with %s begins no session', async (_, changed) => {
    const { page, cookie } = await begin(group.id)
    const answer = provider.grant(page, { email })
    answer.set('state', changed(answer.get('state') ?? ''))
    expectRefused(await callback(answer, cookie), 'has expired')
  })

  it('is one of 600 an hour about which a network has a provider asked; what answers no sign-in counts for nothing', async () => {
    await setProvider(other.id, provider)
    provider.answer = (path, response) => {
      if (path === '/token') response.writeHead(400).end()
      return path === '/token'
    }
    const { page, cookie } = await begin(group.id)
    const from = '203.0.113.77'
    const statusOf = async (state: string, sent: string) => {
      const answer = new URLSearchParams({ code: 'x', state, iss: provider.issuer })
      const path = `/manage/sign-in/${group.id}/callback?${answer.toString()}`
      return (await request('GET', path, { cookie: sent }, undefined, from)).status
    }
    const state = new URL(page).searchParams.get('state') ?? ''
    for (let n = 0; n < 20; n++) {
      expect(await statusOf('x'.repeat(80), cookie)).toBe(403)
      expect(await statusOf(state, `__Host-attempt=${'x'.repeat(43)}`)).toBe(403)
    }
    expect(provider.asked).not.toContain('/token')
    // A full hour in between would begin another count.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (let n = 0; n < 600; n++) expect([n, await statusOf(state, cookie)]).toEqual([n, 403])
    expect(await statusOf(state, cookie)).toBe(429)
    vi.useRealTimers()
    // Other networks go on, and so do the other groups of this one.
    provider.answer = () => false
    expect((await signInBy(provider, group.id, { email })).status).toBe(303)
    const there = await begin(other.id)
    const path = `/manage/sign-in/${other.id}/callback?${provider.grant(there.page, { email }).toString()}`
    expect((await request('GET', path, { cookie: there.cookie }, undefined, from)).status).toBe(303)
  })

  it('after ten minutes begins no session', async () => {
    const { page, cookie } = await begin(group.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1_000 })
    expectRefused(await callback(provider.grant(page, { email }), cookie), 'has expired')
  })

  it('of another provider than the one that was asked begins no session', async () => {
    const attacker = await startProvider()
    await setProvider(other.id, attacker)
    const { page, cookie } = await begin(other.id)
    // The attacker sends the person on to the honest provider, whose answer comes back under the attacker's state.
    const answer = provider.grant(page, { email })
    // The honest one names itself, even where it answers at the address of the attacker's group.
    expectRefused(await callback(answer, cookie, other.id), 'Signing in didn’t work')
    expect(attacker.asked).not.toContain('/token')
    await attacker.close()
  })

  it('to a provider that was replaced meanwhile begins no session', async () => {
    const { page, cookie } = await begin(group.id)
    const next = await startProvider()
    await setProvider(group.id, next)
    expectRefused(await callback(provider.grant(page, { email }), cookie), 'has expired')
    expect(next.asked).toEqual([])
    await next.close()
  })

  it('that declines says so, with the way back', async () => {
    const { page, cookie } = await begin(group.id)
    const state = new URL(page).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    const seen = await callback(answer, cookie)
    expectRefused(seen, 'You weren’t signed in')
    expect(seen.html).toContain(`href="/manage/sign-in/${group.id}"`)
  })

  it('shows no text of the provider but a word', async () => {
    const { page, cookie } = await begin(group.id)
    const state = new URL(page).searchParams.get('state') ?? ''
    const error = '<script>alert(1)</script>'
    const seen = await callback(new URLSearchParams({ error, state, iss: provider.issuer }), cookie)
    expect(seen.html).not.toContain('alert(1)')
  })
})
