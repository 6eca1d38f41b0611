import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MOST_PASSKEYS } from '../../lib/sign-in/passkeys/passkey.js'
import { addressIdOf } from '../../lib/access/sign-in-address.js'
import { getOne } from '../../lib/table/reads.js'
import { ownerReactions } from '../../lib/app/reactions/owner.js'
import { endAccess } from '../../lib/sign-in/store/end-access.js'
import { keyOf } from '../../lib/table/table.js'
import { type Lies, authenticator } from '../support/clients/authenticator.js'
import { PAGE_HEADERS, type Shown, request, signedInAs } from '../support/clients/organizer.js'
import {
  PASSKEYS,
  SIGN_IN,
  type WithPasskey,
  add,
  challenge,
  idsIn,
  json,
  member,
  owners,
  post,
  signIn,
  withPasskey,
} from '../support/given/passkeys.js'
import { PUBLIC_URL, UNKNOWN_ID, address, demo, table } from '../support/service.js'
import { adminOf } from '../admin/admin.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const { group, other_group: other } = demo

afterEach(() => void vi.useRealTimers())

let one: WithPasskey
beforeAll(async () => {
  one = await withPasskey()
})

describe('a passkey', () => {
  it('signs its person in, with the session that a link begins', async () => {
    const { status, headers, cookies } = await signIn(one)
    expect({ status, location: headers['location'] }).toEqual({ status: 303, location: '/manage' })
    expect(cookies.map((each) => each.split('=')[0])).toEqual(['__Host-session', '__Host-browser'])
    const cookie = cookies[0]?.split(';')[0] ?? ''
    expect((await request('GET', '/manage/you', { cookie })).html).toContain(one.email)
    // A sign-in with a passkey is recent, too.
    expect((await request('GET', PASSKEYS, { cookie })).status).toBe(200)
  })

  it('leads back to the page that asked for a sign-in', async () => {
    const page = `/manage/${group.id}/people?find=ana`
    const { cookies } = await request('GET', page)
    const back = cookies.find((each) => each.startsWith('__Host-back='))?.split(';')[0] ?? ''
    const sent = one.device.get(await challenge(), one.credential)
    expect((await post(sent, { cookie: back })).headers['location']).toBe(page)
  })

  it('is known by a handle that does not name the address', async () => {
    const { user } = json(await one.browser.open(`${PASSKEYS}/options`)) as { user: { id: string } }
    expect(Buffer.from(user.id, 'base64url').toString('hex')).toBe(addressIdOf(one.email).replaceAll('-', ''))
  })

  it('shows the day of its last use, and is named anew', async () => {
    const { browser, device, credential } = await withPasskey()
    expect((await browser.open(PASSKEYS)).html).toContain('not used yet')
    await signIn({ device, credential })
    const { html } = await browser.open(PASSKEYS)
    expect(html).not.toContain('not used yet')
    const [id] = idsIn(html)
    expect((await browser.send(`${PASSKEYS}/${id}/name`, { name: ' Key ring ' })).status).toBe(303)
    expect((await browser.open(PASSKEYS)).html).toContain('value="Key ring"')
    for (const name of ['', '  ', 'x'.repeat(61)])
      expect((await browser.send(`${PASSKEYS}/${id}/name`, { name })).status).toBe(400)
    for (const other of ['0'.repeat(32), UNKNOWN_ID, `${id}.public_key`, encodeURIComponent('a = :v0, b')])
      expect((await browser.send(`${PASSKEYS}/${other}/name`, { name: 'None' })).status).toBe(404)
  })

  it('stands in the log of each group of its address when it is added and removed, without its name', async () => {
    const { email, browser } = await member()
    await member(other.id, email)
    const again = await signedInAs(
      (await owners.members(other.id)).find(({ sign_in_address }) => sign_in_address === email)?.person ?? '',
    )
    await add(again, undefined, 'Secret name')
    const [id] = idsIn((await browser.open(PASSKEYS)).html)
    await browser.send(`${PASSKEYS}/${id}/remove`)
    for (const of of [group.id, other.id]) {
      const { html } = await (
        await signedInAs(of === group.id ? group.creator : other.creator)
      ).open(`/manage/${of}/log`)
      expect(html).toContain('Added a passkey')
      expect(html).toContain('Removed a passkey')
      expect(html).not.toContain('Secret name')
    }
  })
})

describe('the page to sign in', () => {
  it('has the button, hidden until the script shows it, and writes nothing', async () => {
    const { html } = await request('GET', '/manage/sign-in')
    expect(html).toMatch(/<form[^>]*action="\/manage\/sign-in\/passkey"[^>]*hidden/)
    expect(json(await request('GET', SIGN_IN))).toMatchObject({
      rpId: 'events.example.org',
      allowCredentials: [],
      userVerification: 'required',
    })
  })
})

describe('an addition', () => {
  const lies: [string, Lies][] = [
    ['of another origin', { origin: 'https://attacker.example' }],
    ['for another host name', { rpId: 'attacker.example' }],
    ['that is a signature', { type: 'webauthn.get' }],
    ['without asking who the person is', { isVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['with certificates', { attestation: { format: 'packed', statement: Buffer.from('a163783563814100', 'hex') } }],
    ['in an unknown format', { attestation: { format: 'odd', statement: Buffer.from([0xa0]) } }],
  ]
  it.each(lies)('%s is refused', async (_, lie) => {
    const { browser } = await member()
    expect((await add(browser, undefined, 'Phone', lie)).answer.status).toBe(400)
    expect(idsIn((await browser.open(PASSKEYS)).html)).toEqual([])
  })

  it('stops at the most, also when several come at once, and goes on after a removal', async () => {
    const { browser } = await member()
    for (let n = 2; n < MOST_PASSKEYS; n++) expect((await add(browser)).answer.status).toBe(303)
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(browser)))
    expect(answers.map(({ answer }) => answer.status).sort()).toEqual([303, 303, 409, 409])
    const { html } = await browser.open(PASSKEYS)
    expect(idsIn(html)).toHaveLength(MOST_PASSKEYS)
    expect(html).toContain(`up to ${MOST_PASSKEYS} passkeys`)
    await browser.send(`${PASSKEYS}/${idsIn(html)[0]}/remove`)
    expect((await add(browser)).answer.status).toBe(303)
  })

  it('names the passkeys that the address has, so that a device makes no second one', async () => {
    const { browser, credential } = await withPasskey()
    expect(json(await browser.open(`${PASSKEYS}/options`))).toMatchObject({
      excludeCredentials: [{ id: credential.id, type: 'public-key', transports: ['hybrid', 'internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  it('needs the token of the session, a name that fits, and no more than 20,000 letters', async () => {
    const { browser } = await member()
    expect((await browser.send(PASSKEYS, { form_token: '' })).status).toBe(403)
    const options = json(await browser.open(`${PASSKEYS}/options`))
    const { sent } = authenticator(PUBLIC_URL).create(options)
    expect((await browser.send(PASSKEYS, { credential: sent, name: 'x'.repeat(61) })).status).toBe(400)
    expect((await browser.send(PASSKEYS, { credential: 'x'.repeat(20_001) })).status).toBe(400)
    expect((await post('x'.repeat(20_001))).status).toBe(413)
  })
})

describe('a removal', () => {
  it('asks first, and ends the passkey alone', async () => {
    const { browser, device, credential } = await withPasskey()
    const [id] = idsIn((await browser.open(PASSKEYS)).html)
    expect((await browser.open(`${PASSKEYS}/${id}/remove`)).html).toContain('Remove the passkey “Phone”?')
    expect((await signIn({ device, credential })).status).toBe(303)
    expect((await browser.send(`${PASSKEYS}/${id}/remove`)).status).toBe(303)
    expect((await signIn({ device, credential })).status).toBe(403)
    expect((await browser.send(`${PASSKEYS}/${id}/remove`)).status).toBe(404)
    expect((await browser.open('/manage/you')).status).toBe(200)
  })

  it('ends the sessions that the passkey began, and no other', async () => {
    const { id: person, browser, device, credential } = await withPasskey()
    const second = await add(browser, authenticator(PUBLIC_URL), 'Laptop')
    const sessionOf = ({ cookies }: Shown) => cookies[0]?.split(';')[0] ?? ''
    const [lost, lostToo, kept] = [
      sessionOf(await signIn({ device, credential })),
      sessionOf(await signIn({ device, credential })),
      sessionOf(await signIn(second)),
    ]
    const linked = await signedInAs(person)
    const { html } = await browser.open(PASSKEYS)
    const id = idsIn(html.slice(html.indexOf('value="Phone"')))[0]
    expect((await browser.open(`${PASSKEYS}/${id}/remove`)).html).toContain('its sessions end')
    expect((await browser.send(`${PASSKEYS}/${id}/remove`)).status).toBe(303)
    const statusAt = async (cookie: string) => (await request('GET', '/manage/you', { cookie })).status
    expect(await Promise.all([lost, lostToo, kept, linked.cookie].map(statusAt))).toEqual([303, 303, 200, 200])
  })

  it('leaves the session that it is made in, also where the passkey began it', async () => {
    const { browser, device, credential } = await withPasskey()
    const [id] = idsIn((await browser.open(PASSKEYS)).html)
    const { cookies } = await signIn({ device, credential })
    const cookie = cookies[0]?.split(';')[0] ?? ''
    const { html } = await request('GET', PASSKEYS, { cookie })
    const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const body = new URLSearchParams({ form_token }).toString()
    const removed = await request('POST', `${PASSKEYS}/${id}/remove`, { ...PAGE_HEADERS, cookie }, body)
    expect(removed.status).toBe(303)
    expect((await request('GET', PASSKEYS, { cookie })).status).toBe(200)
  })

  it('of the passkey of another address finds none', async () => {
    const [id] = idsIn((await one.browser.open(PASSKEYS)).html)
    const { browser } = await member()
    expect((await browser.open(`${PASSKEYS}/${id}/remove`)).status).toBe(404)
    expect((await browser.send(`${PASSKEYS}/${id}/remove`)).status).toBe(404)
    expect((await browser.send(`${PASSKEYS}/${id}/name`, { name: 'Mine' })).status).toBe(404)
  })

  it('that meets a sign-in lets it through or refuses it, and nothing signs in after it', async () => {
    for (let n = 0; n < 5; n++) {
      const { browser, device, credential } = await withPasskey()
      const [id] = idsIn((await browser.open(PASSKEYS)).html)
      const sent = device.get(await challenge(), credential)
      const [removed, used] = await Promise.all([browser.send(`${PASSKEYS}/${id}/remove`), post(sent)])
      expect(removed.status).toBe(303)
      expect([303, 403]).toContain(used.status)
      expect((await signIn({ device, credential })).status).toBe(403)
      const cookie = used.cookies[0]?.split(';')[0] ?? ''
      expect((await request('GET', '/manage/you', { cookie })).status).toBe(303)
    }
  })

  it('leaves the session of the browser alone, and signing out everywhere leaves the passkeys', async () => {
    const { browser, device, credential, id } = await withPasskey()
    await (await signedInAs(id)).send('/manage/sign-out-everywhere')
    expect((await browser.open('/manage/you')).status).toBe(303)
    expect((await signIn({ device, credential })).status).toBe(303)
  })
})

describe('the owner', () => {
  it('ends the sessions of an address, and removes its passkeys where they are named', async () => {
    const { email, browser, device, credential } = await withPasskey()
    expect((await admin('logout', '--person', email, '--json')).json).toEqual({ ended: 1 })
    expect((await browser.open('/manage/you')).status).toBe(303)
    expect((await signIn({ device, credential })).status).toBe(303)
    expect((await admin('logout', '--person', email, '--passkeys', '--json')).json).toEqual({
      ended: 1,
      passkeys_removed: 1,
    })
    expect((await signIn({ device, credential })).status).toBe(403)
  })
})

describe('the last role of an address', () => {
  it('takes its passkeys with it: who has the address one day does not find them', async () => {
    const person = await withPasskey()
    await owners.removeMember(group.id, person.id)
    expect((await signIn(person)).status).toBe(403)
    expect(await getOne(table, keyOf.passkeys(addressIdOf(person.email)))).toBeUndefined()
    await member(group.id, person.email)
    expect((await signIn(person)).status).toBe(403)
  })

  it('is not the first of two: the passkeys stay', async () => {
    const person = await withPasskey()
    const second = await member(other.id, person.email)
    await owners.removeMember(group.id, person.id)
    expect((await signIn(person)).status).toBe(303)
    await owners.removeMember(other.id, second.id)
    expect((await signIn(person)).status).toBe(403)
  })

  it('is one of two that are taken at once', async () => {
    const person = await withPasskey()
    const second = await member(other.id, person.email)
    await Promise.all([owners.removeMember(group.id, person.id), owners.removeMember(other.id, second.id)])
    expect(await getOne(table, keyOf.passkeys(addressIdOf(person.email)))).toBeUndefined()
  })

  it('that is taken while a passkey is added leaves none', async () => {
    for (let n = 0; n < 5; n++) {
      const person = await member()
      await Promise.all([add(person.browser), owners.removeMember(group.id, person.id)])
      expect(await getOne(table, keyOf.passkeys(addressIdOf(person.email)))).toBeUndefined()
    }
  })

  it('ends with an erasure, too', async () => {
    const person = await withPasskey()
    await endAccess(table, `group:${group.id}`, person.id, ownerReactions)
    expect(await getOne(table, keyOf.passkeys(addressIdOf(person.email)))).toBeUndefined()
  })
})
