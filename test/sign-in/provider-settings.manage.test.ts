import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeProvider, findProvider } from '../../lib/sign-in/store/identity-provider-store.js'
import { PUBLIC_URL, demo, table, useEnvironment } from '../support/service.js'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../support/clients/organizer.js'
import { cookieIn, signInBy } from '../support/clients/provider-sign-in.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'

const { group, individual } = demo
const PAGE = `/manage/${group.id}/settings/sign-in`
const SECRET = 'a~secret-with+signs/and=more'

let provider: GivenProvider
let creator: Browser

beforeAll(async () => {
  useEnvironment({ SIGN_IN_ALLOW_PRIVATE: 'on' })
  creator = await signedInAs(group.creator)
})
beforeEach(async () => void (provider = await startProvider()))
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
  await removeProvider(table, group.id)
})

const form = (fields: Record<string, string> = {}) => ({
  issuer: provider.issuer,
  client_id: 'turnout',
  client_secret: SECRET,
  domains: 'example.org\nExample.NET, @example.org',
  ...fields,
})

describe('the provider of a group', () => {
  it('is set on a page of the settings, and its secret is never shown again', async () => {
    expect((await creator.open(`/manage/${group.id}/settings/access`)).html).toContain(`href="${PAGE}"`)
    const empty = await creator.open(PAGE)
    expect(empty.html).toContain(`${PUBLIC_URL}/manage/sign-in/${group.id}/callback`)
    const saved = await creator.send(PAGE, form())
    expect(saved).toMatchObject({ status: 303, headers: { location: PAGE } })
    const { html } = await creator.open(PAGE)
    for (const text of [provider.issuer, 'turnout', 'example.org', 'example.net', `/manage/sign-in/${group.id}`])
      expect(html).toContain(text)
    expect(html).not.toContain(SECRET)
    const stored = await findProvider(table, group.id)
    expect(stored).toMatchObject({ domains: ['example.org', 'example.net'], only: false })
    expect(JSON.stringify(stored)).not.toContain(SECRET)
    expect((await creator.open(`/manage/${group.id}/log`)).html).toContain('Changed the sign-in with the organization')
  })

  it('signs in with what was entered', async () => {
    await creator.send(PAGE, form())
    expect((await signInBy(provider, group.id, { email: 'daniel.whitaker@example.org' })).status).toBe(303)
  })

  it('keeps its secret for the same client, and asks for another one for any other', async () => {
    await creator.send(PAGE, form())
    const before = await findProvider(table, group.id)
    expect((await creator.send(PAGE, form({ client_secret: '', domains: 'a.org' }))).status).toBe(303)
    const after = await findProvider(table, group.id)
    expect([after?.secret, after?.domains]).toEqual([before?.secret, ['a.org']])
    const attacker = await startProvider()
    for (const change of [{ issuer: attacker.issuer }, { client_id: 'another' }]) {
      const refused = await creator.send(PAGE, form({ client_secret: '', ...change }))
      expect(refused.status).toBe(400)
      expect(refused.html).toContain('belongs to another provider or client ID')
    }
    expect(await findProvider(table, group.id)).toEqual(after)
    await attacker.close()
  })

  it('is refused with every fault of the form named', async () => {
    const refused = await creator.send(PAGE, {
      issuer: 'https://a.org/?tenant=1',
      client_id: 'with blanks in it',
      client_secret: 'with blanks',
      domains: 'example, a@b.org',
    })
    expect(refused.status).toBe(400)
    for (const text of ['no question mark', 'without spaces', 'one to 20 domains', 'Enter the secret as'])
      expect(refused.html).toContain(text)
    expect(refused.html).not.toContain('with blanks"')
    const many = Array.from({ length: 21 }, (_, i) => `d${i}.org`).join('\n')
    expect((await creator.send(PAGE, form({ domains: many }))).status).toBe(400)
    expect((await creator.send(PAGE, {})).html).toContain('Please fill this in.')
    expect(await findProvider(table, group.id)).toBeUndefined()
  })

  it('is refused where no provider answers, with the reason', async () => {
    provider.document = (document) => ({ ...document, issuer: 'https://login.example/{tenantid}/v2.0' })
    const refused = await creator.send(PAGE, form())
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('We found no usable provider at this address.')
    expect(await findProvider(table, group.id)).toBeUndefined()
  })

  it('becomes the only way in by a person whom it has signed in', async () => {
    await creator.send(PAGE, form())
    const untried = await creator.send(PAGE, form({ only: 'on' }))
    expect(untried.status).toBe(400)
    expect(untried.html).toContain('sign in with the provider')
    const answer = await signInBy(provider, group.id, { email: 'daniel.whitaker@example.org' })
    const cookie = cookieIn(answer, '__Host-session')
    const { html } = await request('GET', PAGE, { cookie })
    const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const body = new URLSearchParams({ form_token, ...form({ only: 'on', client_secret: '' }) }).toString()
    expect((await request('POST', PAGE, { ...PAGE_HEADERS, cookie }, body)).status).toBe(303)
    const organizer = await signedInAs(group.organizer)
    expect((await organizer.open(`/manage/${group.id}/log`)).headers['location']).toBe(`/manage/sign-in/${group.id}`)
  })

  it('speaks for the creator where the creator has saved it last, and not where an administrator has', async () => {
    await creator.send(PAGE, form())
    expect((await findProvider(table, group.id))?.for_creator).toBe(true)
    await (await signedInAs(group.administrator)).send(PAGE, form())
    expect((await findProvider(table, group.id))?.for_creator).toBe(false)
  })

  it('is removed by a button', async () => {
    await creator.send(PAGE, form())
    expect((await creator.send(`${PAGE}/remove`)).status).toBe(303)
    expect(await findProvider(table, group.id)).toBeUndefined()
    expect((await creator.open(`/manage/${group.id}/log`)).html).toContain('Removed the sign-in with the organization')
  })

  it('needs the permission for settings, a recent sign-in, and a group', async () => {
    expect((await (await signedInAs(group.organizer)).open(PAGE)).status).toBe(403)
    expect((await (await signedInAs(group.organizer)).send(PAGE, form())).status).toBe(403)
    const account = await signedInAs(individual.person)
    expect((await account.open(`/manage/${individual.person}/settings/sign-in`)).status).toBe(404)
    expect((await account.open(`/manage/${individual.person}/settings/access`)).html).not.toContain('settings/sign-in')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect((await creator.send(PAGE, form())).headers['location']).toBe('/manage/sign-in?again=1')
  })

  it('is not lost to two administrators who save at the same time: one of them is saved whole', async () => {
    const all = [form({ client_id: 'one', domains: 'one.org' }), form({ client_id: 'two', domains: 'two.org' })]
    await Promise.all(all.map((each) => creator.send(PAGE, each)))
    const { client_id, domains } = (await findProvider(table, group.id)) ?? {}
    expect([
      ['one', ['one.org']],
      ['two', ['two.org']],
    ]).toContainEqual([client_id, domains])
  })
})
