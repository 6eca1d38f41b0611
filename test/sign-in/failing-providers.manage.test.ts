import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeWordBack, removeProvider } from '../../lib/sign-in/store/identity-provider-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
import { demo, table, useEnvironment } from '../support/service.js'
import { type Shown, request } from '../support/clients/organizer.js'
import { begin, callback, cookieIn, press, setProvider, signInBy } from '../support/clients/provider-sign-in.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'

const { group, other_group: other } = demo
const owners = ownerStore(table)
/** An organizer of both groups. */
const email = 'both@example.org'

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

describe('a provider that goes wrong', () => {
  const startShown = async () => {
    const seen = await request('GET', `/manage/sign-in/${group.id}`)
    const cookie = cookieIn(seen, '__Host-attempt')
    return press(group.id, cookie)
  }

  it('and is down gives a page that says so', async () => {
    await provider.close()
    expectRefused(await startShown(), 'isn’t answering', 503)
    provider = await startProvider()
  })

  it('and never ends its answer gives the same page', async () => {
    provider.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
      return true
    }
    expectRefused(await startShown(), 'isn’t answering', 503)
  })

  it('and answers with megabytes gives the same page', async () => {
    provider.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(2_000_000)}"`)
      return true
    }
    expectRefused(await startShown(), 'isn’t answering', 503)
  })

  it('and fails when it is asked for the token gives the same page, and the sign-in can be started again', async () => {
    const { page, cookie } = await begin(group.id)
    provider.answer = (path, response) => {
      if (path === '/token') response.writeHead(502).end()
      return path === '/token'
    }
    expectRefused(await callback(provider.grant(page, { email }), cookie), 'isn’t answering', 503)
    provider.answer = () => false
    expect((await signInBy(provider, group.id, { email })).status).toBe(303)
  })

  it.each([
    ['another issuer', { issuer: 'https://attacker.example' }],
    ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a page with a name and a password', { authorization_endpoint: 'https://a:b@provider.example/' }],
    ['no page', { authorization_endpoint: undefined }],
    ['a token endpoint on the file system', { token_endpoint: 'file:///etc/passwd' }],
    ['no keys', { jwks_uri: undefined }],
    ['no way to use a secret', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
    ['ways to use a secret that are no list', { token_endpoint_auth_methods_supported: 'client_secret_post' }],
  ])('and describes itself with %s leads to no page', async (_, changed) => {
    provider.document = (document) => ({ ...document, ...changed })
    const seen = await startShown()
    expectRefused(seen, 'Signing in didn’t work')
    expect(seen.headers['location']).toBeUndefined()
  })

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a number', 7],
  ])('and describes itself with %s leads to no page', async (_, document) => {
    provider.document = () => document
    expectRefused(await startShown(), 'Signing in didn’t work')
  })

  it('and redirects its document is not followed', async () => {
    const elsewhere = await startProvider()
    provider.answer = (_, response) => {
      response.writeHead(302, { location: `${elsewhere.issuer}/.well-known/openid-configuration` }).end()
      return true
    }
    expectRefused(await startShown(), 'Signing in didn’t work')
    expect(elsewhere.asked).toEqual([])
    await elsewhere.close()
  })

  it('and whose key set is none begins no session', async () => {
    provider.answer = (path, response) => {
      if (path === '/keys') response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":{}}')
      return path === '/keys'
    }
    expectRefused(await signInBy(provider, group.id, { email }), 'Signing in didn’t work')
  })
})
