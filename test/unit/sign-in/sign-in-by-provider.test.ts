import fc from 'fast-check'
import { anyCharacter } from '../../support/characters.js'
import { describe, expect, it } from 'vitest'
import { newLinkKey } from '../../../lib/attendances/links/link-token.js'
import { domainOf, isVouchedFor, provenAddress } from '../../../lib/sign-in/identity-provider.js'
import { ATTEMPT_S, beginAttempt, newBrowserSecret, readAttempt } from '../../../lib/sign-in/sign-in-attempt.js'

const now = new Date('2030-01-01T10:00:00Z')
const keys = { current: 1, keys: { 1: newLinkKey(now) } }
const provider = { group: crypto.randomUUID(), issuer: 'https://provider.example', client_id: 'turnout' }
const browser = newBrowserSecret()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('an attempt to sign in', () => {
  it('is read in its browser, with the group and the secrets that it began with', () => {
    const proofs = beginAttempt(keys, provider, browser, now)
    const read = readAttempt(keys, proofs.state, browser, later(ATTEMPT_S - 1))
    expect(read).toMatchObject({ group: provider.group, proofs })
    expect(read?.isOf(provider)).toBe(true)
    expect(read?.isOf({ ...provider, issuer: 'https://other.example' })).toBe(false)
    expect(read?.isOf({ ...provider, client_id: 'other' })).toBe(false)
    expect(readAttempt(keys, proofs.state, browser, later(ATTEMPT_S))).toBeUndefined()
    expect(readAttempt(keys, proofs.state, newBrowserSecret(), now)).toBeUndefined()
    expect(readAttempt({ current: 1, keys: { 1: newLinkKey(now) } }, proofs.state, browser, now)).toBeUndefined()
    expect(readAttempt({ current: 2, keys: {} }, proofs.state, browser, now)).toBeUndefined()
  })

  it('has secrets that no other attempt has, and that its state does not tell', () => {
    const [one, other] = [1, 2].map(() => beginAttempt(keys, provider, browser, now))
    const all = [one, other].flatMap((each) => [each?.state, each?.nonce, each?.verifier])
    expect(new Set(all).size).toBe(6)
  })

  it('is not read from any other text', () => {
    const { state } = beginAttempt(keys, provider, browser, now)
    const bytes = Buffer.from(state, 'base64url')
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] as number) ^ mask
        expect(readAttempt(keys, changed.toString('base64url'), browser, now)).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readAttempt(keys, text, browser, now)).toBeUndefined()
      }),
    )
  })
})

describe('the address of an ID token', () => {
  const google = { issuer: 'https://accounts.google.com', domains: ['example.org'] }
  const other = { issuer: 'https://provider.example', domains: ['example.org', 'a.org'] }
  const [yes, no] = [async () => true, async () => false]

  it('of Google is one that the organization of its domain manages', async () => {
    const claims = { email: 'ada@example.org', email_verified: true }
    expect(await provenAddress(claims, google, yes)).toEqual({ untrusted: 'foreign' })
    expect(await provenAddress({ ...claims, hd: 'a.org' }, google, yes)).toEqual({ untrusted: 'foreign' })
    expect(await provenAddress({ ...claims, hd: 'example.org' }, google, no)).toEqual({
      address: claims.email,
    })
  })

  it('is never taken against the word of the provider, not even where the owner vouches for it', async () => {
    for (const email_verified of [false, 'false', null, 0, 'yes'])
      expect(await provenAddress({ email: 'ada@example.org', email_verified }, other, yes)).toEqual({
        untrusted: 'unverified',
      })
  })

  it('is one in plain letters of a domain of the provider, whatever is sent', async () => {
    const odd = fc.oneof(fc.string({ unit: anyCharacter }), fc.emailAddress(), fc.anything())
    await fc.assert(
      fc.asyncProperty(odd, fc.constantFrom('', '@example.org', '@a.org'), async (start, end) => {
        const email = typeof start === 'string' ? start + end : start
        const proven = await provenAddress({ email, email_verified: true }, other, no)
        if (!('address' in proven)) return
        expect(proven.address).toMatch(/^[!-?A-~]+@(example|a)\.org$/)
        expect(proven.address).toBe((email as string).toLowerCase())
        expect(other.domains).toContain(domainOf(proven.address))
      }),
    )
  })
})

describe('the word of the owner about a domain', () => {
  const word = { ...provider, domain: 'a.org', vouched_date: now.toISOString() }
  it('holds for the group, the issuer and the domains that it was given for', () => {
    const named = { ...provider, domains: ['a.org'] }
    expect(isVouchedFor(word, named)).toBe(true)
    expect(isVouchedFor(undefined, named)).toBe(false)
    expect(isVouchedFor(word, { ...named, domains: ['b.org'] })).toBe(false)
    expect(isVouchedFor(word, { ...named, issuer: 'https://other.example' })).toBe(false)
    expect(isVouchedFor(word, { ...named, group: crypto.randomUUID() })).toBe(false)
  })
})
