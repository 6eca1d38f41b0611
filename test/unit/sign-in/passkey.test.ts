import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedId } from '../../../lib/fields/identifier.js'
import { newChallenge, readChallenge } from '../../../lib/sign-in/passkeys/challenge.js'
import { addressIdOfHandle, handleOf, relyingPartyOf } from '../../../lib/sign-in/passkeys/passkey.js'

describe('the service as authenticators know it', () => {
  it.each([
    ['https://events.example.org', 'events.example.org', 'https://events.example.org'],
    ['https://events.example.org:8443/base', 'events.example.org', 'https://events.example.org:8443'],
    [
      'https://abc123.execute-api.eu-central-1.amazonaws.com',
      'abc123.execute-api.eu-central-1.amazonaws.com',
      undefined,
    ],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://events.localhost:3000', 'events.localhost', 'http://events.localhost:3000'],
  ])('of %s has the host name and the origin', (publicUrl, id, origin = publicUrl) => {
    expect(relyingPartyOf({ publicUrl })).toEqual({ id, origin })
  })

  it.each([
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'http://[::1]:3000',
    'https://[2001:db8::1]',
    'http://events.example.org',
    'http://localhost.example.org',
    'http://notlocalhost',
  ])('is nothing at %s, where browsers make no passkeys', (publicUrl) => {
    expect(relyingPartyOf({ publicUrl })).toBeUndefined()
  })
})

describe('a handle', () => {
  it('leads back to the id of the address', () => {
    fc.assert(
      fc.property(fc.string(), (address) => {
        const id = derivedId(address)
        expect(addressIdOfHandle(handleOf(id))).toBe(id)
      }),
    )
  })

  it('of another length is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const read = addressIdOfHandle(Buffer.from(bytes).toString('base64url'))
        expect(read === undefined).toBe(bytes.length !== 16)
      }),
    )
  })
})

describe('a challenge', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const read = (challenge: string, purpose = { addTo: 'a' } as const, at = now, secret = 'secret') =>
    readChallenge(secret, purpose, challenge, at)
  const challenge = newChallenge('secret', { addTo: 'a' }, now)

  it('is read with its secret and for its purpose, until it expires', () => {
    expect(read(challenge)).toEqual({ id: challenge, expires: after(600).getTime() / 1000 })
    expect(read(challenge, { addTo: 'a' }, after(599))).toBeDefined()
    expect(read(challenge, { addTo: 'a' }, after(600))).toBeUndefined()
    expect(read(challenge, { addTo: 'a' }, now, 'other')).toBeUndefined()
    expect(readChallenge('secret', { addTo: 'b' }, challenge, now)).toBeUndefined()
    expect(readChallenge('secret', { signIn: true }, challenge, now)).toBeUndefined()
  })

  it('is another one each time', () => {
    expect(newChallenge('secret', { addTo: 'a' }, now)).not.toBe(challenge)
  })

  it('with any bit changed, or in another spelling, is none', () => {
    const bytes = Buffer.from(challenge, 'base64url')
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] as number) ^ by
        expect(read(changed.toString('base64url'))).toBeUndefined()
      }),
    )
    for (const spelling of [`${challenge}=`, ` ${challenge}`, `${challenge}A`, bytes.toString('hex')])
      expect(read(spelling)).toBeUndefined()
  })
})
