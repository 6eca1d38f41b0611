import type { lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { providerClient } from '../../../lib/sign-in/oidc/provider-client.js'
import { startProvider } from '../../support/given/identity-provider.js'

const clientWith = (allowsPrivate: boolean, addresses?: string[]) => {
  const found = new Map<string, never>()
  const discovered = {
    get: (issuer: string) => found.get(issuer),
    set: (issuer: string, value: unknown) => void found.set(issuer, value as never),
  }
  const resolve = ((_: string, __: object, callback: (error: null, all: object[]) => void) =>
    callback(
      null,
      (addresses ?? []).map((address) => ({ address, family: 4 })),
    )) as unknown as typeof lookup
  return providerClient({ allowsPrivate, discovered, ...(addresses && { lookup: resolve }) })
}

describe('a provider in a private network', () => {
  it.each([
    ['without TLS', 'http://provider.example'],
    ['at the address of this machine', 'https://127.0.0.1'],
    ['at the address of the credentials of the cloud', 'https://169.254.169.254/latest'],
    ['at an address of IPv6', 'https://[::1]'],
  ])('is not asked %s', async (_, issuer) => {
    expect(await clientWith(false).check(issuer)).toHaveProperty('fault')
  })

  it('is not asked where its name leads there', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '192.168.1.1']])
      expect(await clientWith(false, addresses).check('https://provider.example')).toEqual({
        fault: 'unavailable',
        reason: 'The address is not on the public internet',
      })
  })
})

describe('the document of a provider', () => {
  it('is asked for once, and the issuer is as the provider writes it', async () => {
    const provider = await startProvider()
    const client = clientWith(true)
    for (const _ of [1, 2]) expect(await client.check(`${provider.issuer}/`)).toEqual({ issuer: provider.issuer })
    expect(provider.asked).toEqual(['/.well-known/openid-configuration'])
    await provider.close()
  })
})
