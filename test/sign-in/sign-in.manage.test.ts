import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
import { PUBLIC_URL, UNKNOWN_ID, demo, put, table } from '../support/service.js'
import { type Browser, PAGE_HEADERS, linkFor, request, signedInAs } from '../support/clients/organizer.js'

const owners = ownerStore(table)
const { group, other_group: other } = demo
const LOG = `/manage/${group.id}/log`

let creator: Browser

beforeAll(async () => {
  creator = await signedInAs(group.creator)
})
afterEach(() => void vi.useRealTimers())

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

describe('a link to sign in', () => {
  it('is opened without being used, and signs in once when its button is pressed', async () => {
    const link = await linkFor(group.creator)
    for (const _ of [1, 2]) expect((await request('GET', link)).html).toContain('>Sign in</button>')
    const first = await request('POST', link, PAGE_HEADERS, '')
    expect(first).toMatchObject({ status: 303, headers: { location: '/manage' } })
    const second = await request('POST', link, PAGE_HEADERS, '')
    expect(second).toMatchObject({ status: 404, cookies: [] })
    expect((await request('GET', link)).html).toContain('no longer works')
  })

  it('signs one of two browsers in that use it at the same time', async () => {
    const link = await linkFor(group.creator)
    const answers = await Promise.all([1, 2, 3].map(() => request('POST', link, PAGE_HEADERS, '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404])
  })

  it('works for fifteen minutes', async () => {
    const [early, late] = [await linkFor(group.creator), await linkFor(group.creator)]
    later(14)
    expect((await request('POST', early, PAGE_HEADERS, '')).status).toBe(303)
    later(2)
    expect((await request('GET', late)).status).toBe(404)
    expect((await request('POST', late, PAGE_HEADERS, '')).status).toBe(404)
  })

  it.each([['https://attacker.example'], ['null'], [undefined]])(
    'does not sign in from a page of %s, which may be an attacker who signs a victim in',
    async (origin) => {
      const link = await linkFor(group.creator)
      const refused = await request('POST', link, origin ? { origin } : {}, '')
      expect(refused).toMatchObject({ status: 403, cookies: [] })
      expect((await request('POST', link, PAGE_HEADERS, '')).status).toBe(303)
    },
  )

  it('cannot be guessed', async () => {
    expect((await request('GET', '/manage/sign-in/guess')).status).toBe(404)
    expect((await request('POST', '/manage/sign-in/guess', PAGE_HEADERS, '')).status).toBe(404)
  })
})

describe('a session', () => {
  it('is in a cookie that scripts, other sites and other hosts do not get', async () => {
    const { cookies } = await request('POST', await linkFor(group.creator), PAGE_HEADERS, '')
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w.-]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  it('is needed for every page', async () => {
    for (const path of ['/manage', LOG, `/manage/${UNKNOWN_ID}/log`, '/manage/anything/else'])
      expect(await request('GET', path)).toMatchObject({
        status: 303,
        headers: { location: '/manage/sign-in', 'cache-control': 'no-store' },
      })
    expect((await request('GET', '/manage/sign-in')).html).toContain('admin -- login')
  })

  it.each([
    ['made up', () => `${UNKNOWN_ID}.${'a'.repeat(43)}`],
    ['of another address', () => creator.cookie.replace(/^[^=]+=[^.]+/, UNKNOWN_ID)],
    ['malformed', () => 'x'],
  ])('that is %s is none', async (_, value) => {
    const answer = await request('GET', LOG, { cookie: `__Host-session=${value()}` })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/manage/sign-in' } })
  })

  it('ends after two weeks', async () => {
    const browser = await signedInAs(group.creator)
    later(14 * 24 * 60 - 1)
    expect((await browser.open(LOG)).status).toBe(200)
    later(2)
    expect((await browser.open(LOG)).status).toBe(303)
  })

  it('ends when its person signs out, and the others of this person go on', async () => {
    const [phone, laptop] = [await signedInAs(group.creator), await signedInAs(group.creator)]
    expect((await phone.send('/manage/sign-out')).headers['location']).toBe('/manage/sign-in')
    expect((await phone.open(LOG)).status).toBe(303)
    expect((await laptop.open(LOG)).status).toBe(200)
  })

  it('ends on all devices at once, with the links in the email, and only those of this address', async () => {
    const [phone, laptop] = [await signedInAs(group.organizer), await signedInAs(group.organizer)]
    const [mailed, foreign] = [await linkFor(group.organizer), await linkFor(group.member)]
    await laptop.send('/manage/sign-out-everywhere')
    expect((await request('GET', mailed)).status).toBe(404)
    expect((await request('POST', mailed, PAGE_HEADERS, '')).status).toBe(404)
    expect((await request('GET', foreign)).status).toBe(200)
    expect((await phone.open(LOG)).status).toBe(303)
    expect((await laptop.open(LOG)).status).toBe(303)
    expect((await creator.open(LOG)).status).toBe(200)
  })
})

describe('a session that has ended', () => {
  const keysOf = `/manage/${group.id}/keys`
  const ends: [string, (browser: Browser, person: string) => Promise<unknown>][] = [
    ['after two weeks', async () => later(14 * 24 * 60 + 1)],
    ['by signing out', (browser) => browser.send('/manage/sign-out')],
    [
      'by signing out everywhere in another browser',
      async (_, person) => (await signedInAs(person)).send('/manage/sign-out-everywhere'),
    ],
    ['because its person was removed', (_, person) => owners.removeMember(group.id, person)],
  ]
  it.each(ends)('%s reads and changes nothing, with its cookie and its token', async (_, end) => {
    const [id, owner] = [crypto.randomUUID(), `group:${group.id}` as const]
    const person = enteredPerson({ id, owner, email: `${id}@ended.example.org` }, new Date())
    await owners.addMember(group.id, person, 'administrator')
    const browser = await signedInAs(id)
    expect((await browser.open(keysOf)).status).toBe(200)
    expect((await browser.send(keysOf, { name: 'Made in the session' })).status).toBe(200)
    await end(browser, id)
    for (const path of [keysOf, LOG, `/manage/${group.id}/people`]) {
      const { status, html } = await browser.open(path)
      expect([303, 404]).toContain(status)
      expect(html).not.toContain(group.title)
    }
    expect([303, 404]).toContain((await browser.send(keysOf, { name: `Late ${id}` })).status)
    const { html } = await (await signedInAs(group.creator)).open(keysOf)
    expect(html).toContain('Made in the session')
    expect(html).not.toContain(`Late ${id}`)
  })

  it.each(['/manage/sign-out', '/manage/sign-out-everywhere'])(
    'by %s has nothing left in the browser that the door has kept',
    async (path) => {
      const { headers, cookies } = await (await signedInAs(group.organizer)).send(path)
      expect(headers['clear-site-data']).toBe('"storage"')
      expect(cookies).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0;/)])
    },
  )
})

describe('a change', () => {
  const attacks: [string, Record<string, string>, Record<string, string>][] = [
    ['without the token of the session', { form_token: '' }, {}],
    ['with a made-up token', { form_token: 'a'.repeat(43) }, {}],
    ['from another origin', {}, { origin: 'https://attacker.example' }],
    ['from another origin that begins alike', {}, { origin: `${PUBLIC_URL}.attacker.example` }],
    ['from a page without an origin', {}, { origin: 'null' }],
  ]
  it.each(attacks)('%s is refused', async (_, fields, headers) => {
    expect((await creator.send('/manage/sign-out', fields, headers)).status).toBe(403)
    expect((await creator.open(LOG)).status).toBe(200)
  })

  it('with the token of another session is refused', async () => {
    const another = await signedInAs(group.creator)
    expect((await creator.send('/manage/sign-out', { form_token: another.formToken })).status).toBe(403)
    expect((await creator.open(LOG)).status).toBe(200)
  })
})

describe('the pages of a group', () => {
  it('are, for a member of another group, those of an unknown one to the letter', async () => {
    const stranger = await signedInAs(other.creator)
    const [foreign, unknown] = [await stranger.open(LOG), await stranger.open(`/manage/${UNKNOWN_ID}/log`)]
    expect(foreign.status).toBe(404)
    expect(foreign.html).toBe(unknown.html)
    expect((await stranger.open(`/manage/${other.id}/log`)).status).toBe(200)
  })

  it('follow the role: the log is refused to a member with a page that says so', async () => {
    const member = await signedInAs(group.member)
    const refused = await member.open(LOG)
    expect(refused.status).toBe(403)
    expect(refused.html).toContain('Your role does not allow this')
    expect((await (await signedInAs(group.organizer)).open(LOG)).status).toBe(200)
  })

  it('of all groups of an address come with one sign-in', async () => {
    const email = 'both@example.org'
    for (const { id } of [group, other]) {
      const person = enteredPerson({ id: crypto.randomUUID(), owner: `group:${id}`, email }, new Date())
      await owners.addMember(id, person, 'organizer')
    }
    const [first] = (await owners.members(group.id)).filter(({ sign_in_address }) => sign_in_address === email)
    const browser = await signedInAs(first?.person as string)
    const { html } = await browser.open('/manage')
    for (const { id } of [group, other]) {
      expect(html).toContain(`href="/manage/${id}"`)
      expect((await browser.open(`/manage/${id}/log`)).status).toBe(200)
    }
  })

  it('are those of the person of an individual account', async () => {
    const { person } = demo.individual
    const browser = await signedInAs(person)
    expect(await browser.open('/manage')).toMatchObject({
      status: 303,
      headers: { location: `/manage/${person}` },
    })
    expect((await browser.open(`/manage/${person}/log`)).status).toBe(200)
  })
})

describe('the right to sign in', () => {
  it('is not changed by an API key that changes the email of a member', async () => {
    await put(`/api/v2/people/${group.administrator}`, {
      email_addresses: [{ address: 'attacker@example.org' }],
    })
    expect(await owners.accessOf(group.administrator)).toMatchObject({
      address: 'daniel.whitaker@example.org',
    })
  })
})

it('a page of the interface forbids scripts, frames and foreign forms, and is not cached', async () => {
  const { headers } = await creator.open(LOG)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
  })
})

it('a page of the interface speaks Spanish to a browser that prefers it', async () => {
  const { html } = await request('GET', LOG, { cookie: creator.cookie, 'accept-language': 'es-MX,en;q=0.5' })
  expect(html).toContain('<html lang="es"')
  expect(html).toContain('Registro')
})

describe('a sign-in', () => {
  const backFrom = async (path: string, cookie = '') => {
    const { cookies, headers } = await request('GET', path, cookie ? { cookie } : {})
    expect(headers['location']).toMatch(/^\/manage\/sign-in/)
    return cookies.find((each) => each.startsWith('__Host-back='))?.split(';')[0] ?? ''
  }
  const signIn = async (cookie: string) =>
    request('POST', await linkFor(group.creator), { ...PAGE_HEADERS, ...(cookie && { cookie }) }, '')

  it('leads back to the page that asked for it, once', async () => {
    const page = `/manage/${group.id}/people?find=ana&page=2`
    const { headers, cookies } = await signIn(await backFrom(page))
    expect(headers['location']).toBe(page)
    expect(cookies.find((each) => each.startsWith('__Host-back='))).toMatch(/Max-Age=0/)
  })

  it('leads back where an older session has to sign in again', async () => {
    const { cookie } = await signedInAs(group.creator)
    later(16)
    const back = await backFrom(`/manage/${group.id}/members`, cookie)
    vi.useRealTimers()
    expect((await signIn(back)).headers['location']).toBe(`/manage/${group.id}/members`)
  })

  it('leads back to the page with the form that was sent, where a change needs a new sign-in', async () => {
    const { cookie } = await signedInAs(group.creator)
    const form = `/manage/${group.id}/members`
    const { html } = await request('GET', form, { cookie })
    const token = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? ''
    later(16)
    const sent = async (referer: string) => {
      const { cookies, headers } = await request(
        'POST',
        `${form}/${group.member}/remove`,
        { ...PAGE_HEADERS, cookie, referer },
        new URLSearchParams({ form_token: token }).toString(),
      )
      expect(headers['location']).toBe('/manage/sign-in?again=1')
      return cookies.find((each) => each.startsWith('__Host-back='))?.split(';')[0]
    }
    const back = await sent(`${PAGE_HEADERS.origin}${form}?page=2`)
    expect(await sent('https://attacker.example/manage/people')).toBeUndefined()
    vi.useRealTimers()
    expect((await signIn(back ?? '')).headers['location']).toBe(`${form}?page=2`)
  })

  it.each([
    'https://attacker.example/',
    '//attacker.example',
    '/manage//attacker.example',
    '/manage/\\attacker.example',
    '/manage/../api/v2',
    '/manage/sign-out',
    '/elsewhere',
    '',
  ])('does not lead to %j, which a cookie may hold', async (path) => {
    const { headers } = await signIn(`__Host-back=${encodeURIComponent(path)}`)
    expect(headers['location']).toBe('/manage')
  })
})
