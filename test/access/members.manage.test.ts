import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyStore } from '../../lib/access/store/key-store.js'
import { newSecret as newKey } from '../../lib/access/store/secret-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { anEvent, demo, get, post, table } from '../support/service.js'
import { has } from '../support/rooms.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group, other_group: other } = demo
const owners = ownerStore(table)
const base = `/manage/${group.id}`

let creator: Browser

beforeEach(async () => {
  creator = await signedInAs(group.creator)
})
afterEach(() => void vi.useRealTimers())

const added = async (email: string, role = 'organizer') => {
  expect((await creator.send(`${base}/members`, { given_name: 'Noa', email, role })).status).toBe(303)
  return (await owners.members(group.id)).find(({ sign_in_address }) => sign_in_address === email)?.person ?? ''
}

describe('members', () => {
  it('are added with an address, and sign in with it', async () => {
    const person = await added('noa@example.org')
    const noa = await signedInAs(person)
    expect((await noa.open(`${base}/actions`)).status).toBe(200)
    expect((await creator.open(`${base}/members`)).html).toContain('noa@example.org')
  })

  it('are not erased from the interface, the creator neither, and not by the creator', async () => {
    const person = await added('erased@members.example.org')
    const organizer = await signedInAs(group.organizer)
    for (const [browser, id] of [
      [organizer, group.creator],
      [organizer, group.administrator],
      [organizer, group.organizer],
      [creator, group.creator],
      [creator, person],
    ] as const) {
      const path = `${base}/people/${id}/erase`
      for (const refused of [await browser.open(path), await browser.send(path)]) {
        expect(refused.status).toBe(409)
        expect(refused.html).toContain('You can’t erase')
      }
      expect((await get(`/api/v2/people/${id}`)).body.given_name).not.toBe(undefined)
    }
    await owners.removeMember(group.id, person)
    expect((await organizer.send(`${base}/people/${person}/erase`)).status).toBe(303)
    expect((await get(`/api/v2/people/${person}`)).body.given_name).toBe(undefined)
  })

  it('are removed with an offer to revoke the keys that they made, and no others', async () => {
    const person = await added('maker@members.example.org', 'administrator')
    const maker = await signedInAs(person)
    await maker.send(`${base}/keys`, { name: 'Made by the former member' })
    await creator.send(`${base}/keys`, { name: 'Made by the creator' })
    const removed = await creator.send(`${base}/members/${person}/remove`)
    expect(removed.headers['location']).toBe(`${base}/keys?made_by=${person}`)
    const { html } = await creator.open(removed.headers['location'] as string)
    expect(html).toContain('still work')
    expect(html).toContain('Made by the former member')
    expect(html).not.toContain('Made by the creator')
    const [, revoke = ''] = /action="([^"]+\/revoke)"/.exec(html) ?? []
    await creator.send(revoke)
    expect((await creator.open(`${base}/keys?made_by=${person}`)).html).not.toContain('Made by the former')
  })

  it('are added with what was typed kept, and faults said beside it', async () => {
    const before = await owners.members(group.id)
    const { status, html } = await creator.send(`${base}/members`, {
      given_name: 'Kept',
      email: 'nowhere',
      role: 'member',
    })
    expect(status).toBe(400)
    expect(html).toContain('value="Kept"')
    expect(html).toMatch(/id="email-fault".*?<\/svg>Enter an email address/)
    expect(
      (await creator.send(`${base}/members`, { given_name: 'X', email: 'x@example.org', role: 'creator' })).status,
    ).toBe(400)
    expect(await owners.members(group.id)).toEqual(before)
  })

  it('have another role from the next request on', async () => {
    const person = await added('role@example.org', 'member')
    const browser = await signedInAs(person)
    expect((await browser.open(`${base}/log`)).status).toBe(403)
    await creator.send(`${base}/members/${person}/role`, { role: 'organizer' })
    expect((await browser.open(`${base}/log`)).status).toBe(200)
  })

  it('are out at once when they are removed, and come in again when they are added', async () => {
    const person = await added('removed@example.org')
    const browser = await signedInAs(person)
    for (const _ of [1, 2]) expect((await creator.send(`${base}/members/${person}/remove`)).status).toBe(303)
    expect((await browser.open(`${base}/actions`)).status).toBe(404)
    expect(await owners.accessOf(person)).toBeUndefined()
    expect(await added('removed@example.org')).toBe(person)
    expect((await browser.open(`${base}/actions`)).status).toBe(200)
  })

  it('keep their creator', async () => {
    for (const path of ['role', 'remove'])
      expect((await creator.send(`${base}/members/${group.creator}/${path}`, { role: 'member' })).status).toBe(404)
    expect(await owners.findRole(group.id, group.creator)).toBe('creator')
  })

  it('need a sign-in of the last fifteen minutes, as keys do', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    for (const section of ['members', 'keys']) {
      const { status, headers } = await creator.open(`${base}/${section}`)
      expect([section, status, headers['location']]).toEqual([section, 303, '/manage/sign-in?again=1'])
    }
    expect((await creator.send(`${base}/keys`, { name: 'Late' })).headers['location']).toContain('again')
    expect((await creator.open(`${base}/actions`)).status).toBe(200)
    vi.useRealTimers()
    expect((await creator.open(`${base}/keys`)).html).not.toContain('Late')
  })

  it('need it for settings that decide who is let in or erased, and not for looks, words and the language', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect((await creator.open(`${base}/settings`)).status).toBe(200)
    const settings = { settings: { language: 'es' }, looks: { color: '#aa0000' }, email: { mail_address: '1 Main St' } }
    for (const [part, change] of Object.entries(settings)) {
      const path = `${base}/settings${part === 'settings' ? '' : `/${part}`}`
      expect((await creator.send(path, change)).headers['location']).toBe(path)
      expect(await owners.settingsOf(`group:${group.id}`)).toMatchObject(change)
    }
    for (const [part, change] of [
      ['privacy', { forget_after: '30' }],
      ['access', { browser_rsvps: 'on' }],
      ['access', { rsvps_per_event: '9' }],
    ] as const) {
      const { headers } = await creator.send(`${base}/settings/${part}`, change)
      expect([change, headers['location']]).toEqual([change, '/manage/sign-in?again=1'])
    }
    vi.useRealTimers()
    expect(await owners.settingsOf(`group:${group.id}`)).not.toHaveProperty('forget_after')
    for (const part of ['', '/looks', '/email']) await creator.send(`${base}/settings${part}`, {})
  })
})

describe('an API key', () => {
  it('reads alone unless more is chosen', async () => {
    expect((await creator.open(`${base}/keys`)).html).toMatch(/<option value="read" selected/)
  })

  it.runIf(has('webhooks'))(
    'is as careful as a webhook, which hears of RSVPs alone unless more is chosen',
    async () => {
      const { html } = await creator.open(`${base}/webhooks/new`)
      const ticked = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].filter(([input]) =>
        input.includes('checked'),
      )
      expect(ticked.map(([input]) => /name="([^"]*)"/.exec(input)?.[1])).toEqual([
        'attendance.created',
        'attendance.changed',
      ])
    },
  )

  it('is shown once, works, and is revoked', async () => {
    const { html } = await creator.send(`${base}/keys`, { name: 'Website', limit: '100/minute' })
    const key = /<pre[^>]*>([\w-]{43})<\/pre>/.exec(html)?.[1] as string
    expect((await get('/api/v2/events', { key })).headers).toMatchObject({
      'ratelimit-policy': '"key";q=100;w=60',
    })
    const listed = (await creator.open(`${base}/keys`)).html
    expect(listed).toContain('Website')
    expect(listed).not.toContain(key)
    const id = /keys\/([\w-]+)\/revoke" class[^>]*>|action="[^"]*keys\/([\w-]+)\/revoke"/.exec(listed)
    expect((await creator.send(`${base}/keys/${id?.[1] ?? id?.[2]}/revoke`)).status).toBe(303)
    expect((await creator.open(`${base}/keys`)).html).toContain('Revoked')
  })

  it('has the scope and the expiry that were chosen', async () => {
    const fields = { name: 'Reader', scope: 'read', expires: '2100-01-31' }
    const { html } = await creator.send(`${base}/keys`, fields)
    const key = /<pre[^>]*>([\w-]{43})<\/pre>/.exec(html)?.[1] as string
    expect(html).toContain('2100-01-31T00:00:00.000Z')
    expect((await get('/api/v2/events', { key })).status).toBe(200)
    expect((await post('/api/v2/events', anEvent(), { key })).status).toBe(403)
  })

  it('is listed with its last use', async () => {
    const key = newKey()
    const principal = { owner: `group:${group.id}`, default_creator: group.creator, name: 'Seldom' } as const
    await keyStore(table).create(key, principal, new Date())
    const row = async () => {
      const { html } = await (await signedInAs(group.creator)).open(`${base}/keys`)
      return /<tr>(?:(?!<tr>).)*Seldom.*?<\/tr>/s.exec(html)?.[0]
    }
    expect(await row()).toContain('Not yet')
    const used = new Date()
    await get('/api/v2/events', { key })
    expect(await row()).toContain('In the last hour')
    vi.useFakeTimers({ toFake: ['Date'], now: used.getTime() + 2 * 3_600_000 })
    expect(await row()).toContain(`datetime="${used.toISOString().slice(0, 16)}`)
    vi.useRealTimers()
  })

  it('needs a name, and a limit that is one', async () => {
    const { status, html } = await creator.send(`${base}/keys`, { name: '', limit: 'often' })
    expect(status).toBe(400)
    expect(html).toContain('value="often"')
    expect(html).toMatch(/id="limit-fault"/)
  })

  it('of another group cannot be revoked', async () => {
    const [their] = await keyStore(table).list(`group:${other.id}`)
    expect((await creator.send(`${base}/keys/${their?.id}/revoke`)).status).toBe(404)
    expect((await get('/api/v2/events', { key: other.key })).status).toBe(200)
  })
})

describe('the settings', () => {
  const PAGES = ['', '/looks', '/email', '/privacy', '/access'].map((part) => `${base}/settings${part}`)
  const TITLE = 'Turnout Demo Group'
  const TYPED = {
    timezone_identifier: 'America/Chicago',
    consent_text: 'We keep your email.',
    opt_in_text: 'Write to me',
    language: 'es',
    country: 'MX',
    privacy_policy_url: 'https://example.org/privacy',
    rsvps_per_network: '30',
    rsvps_per_event: '500',
    forget_after: '90',
  }

  it('have the texts, the language and the limits of the owner, which empty fields set back', async () => {
    const all = {
      ...TYPED,
      browser_rsvps: 'on',
      list_api_events: 'on',
      rsvp_subscribes: 'on',
      confirm_opt_in: 'on',
    }
    for (const page of PAGES) await creator.send(page, all)
    const settings = {
      title: TITLE,
      ...TYPED,
      rsvps_per_network: 30,
      rsvps_per_event: 500,
      forget_after: 90,
      browser_rsvps: true,
      list_api_events: true,
      show_coming: false,
      rsvp_subscribes: true,
      confirm_opt_in: true,
    }
    expect(await owners.settingsOf(`group:${group.id}`)).toEqual(settings)
    const html = (await Promise.all(PAGES.map((page) => creator.open(page)))).map((each) => each.html).join()
    for (const value of Object.values(TYPED)) expect(html).toContain(value)
    expect((await creator.open(`${base}/log`)).html).toContain('Privacy note')
    for (const page of PAGES) await creator.send(page, { browser_rsvps: 'default' })
    expect(await owners.settingsOf(`group:${group.id}`)).toEqual({
      title: TITLE,
      list_api_events: false,
      show_coming: false,
      rsvp_subscribes: false,
      confirm_opt_in: false,
    })
  })

  it('name every field with a fault, and change nothing then', async () => {
    const before = await owners.settingsOf(`group:${group.id}`)
    const wrong = {
      title: ' ',
      timezone_identifier: 'Springfield time',
      consent_text: 'x'.repeat(301),
      opt_in_text: 'x'.repeat(151),
      language: 'klingon language',
      country: 'QQ',
      privacy_policy_url: 'javascript:alert(1)',
      rsvps_per_network: '0',
      rsvps_per_event: 'many',
      forget_after: '3651',
    }
    const answers = await Promise.all(
      PAGES.filter((page) => !/looks|email/.test(page)).map((page) => creator.send(page, wrong)),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    const html = answers.map((each) => each.html).join()
    for (const name of Object.keys(wrong)) expect(html).toContain(`id="${name}-fault"`)
    for (const browser_rsvps of ['never', 'constructor', '__proto__'])
      expect((await creator.send(`${base}/settings/access`, { browser_rsvps })).status).toBe(400)
    expect(await owners.settingsOf(`group:${group.id}`)).toEqual(before)
  })

  it('let visitors send RSVPs to all events, to none, and to those that are made here', async () => {
    for (const [value, set] of [
      ['on', true],
      ['off', false],
      ['default', undefined],
    ] as const) {
      await creator.send(`${base}/settings/access`, { browser_rsvps: value })
      expect((await owners.settingsOf(`group:${group.id}`)).browser_rsvps).toBe(set)
      expect((await creator.open(`${base}/settings/access`)).html).toContain(`<option value="${value}" selected=""`)
    }
    expect((await creator.send(`${base}/settings/access`, { browser_rsvps: 'maybe' })).status).toBe(400)
  })
})

it('the pages of members, keys and settings are for creators and administrators alone', async () => {
  for (const [person, status] of [
    [group.administrator, 200],
    [group.organizer, 403],
    [group.member, 403],
    [other.creator, 404],
  ] as const) {
    const browser = await signedInAs(person)
    for (const section of ['members', 'keys', 'settings', 'settings/privacy', 'settings/access'])
      expect([section, (await browser.open(`${base}/${section}`)).status]).toEqual([section, status])
    if (status === 200) continue
    for (const path of [
      'members',
      'keys',
      'settings',
      `members/${group.member}/remove`,
      `members/${group.member}/role`,
    ])
      expect([path, (await browser.send(`${base}/${path}`, { name: 'X', role: 'administrator' })).status]).toEqual([
        path,
        status,
      ])
  }
  expect(await owners.findRole(group.id, group.member)).toBe('member')
})
