import { afterEach, describe, expect, it, vi } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { linkToken, unsubscribeToken } from '../../lib/attendances/links/link-token.js'
import { audit } from '../../lib/app/audit.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { adminOf } from '../admin/admin.js'
import {
  PUBLIC_URL,
  address,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  send,
  service,
  table,
} from '../support/service.js'
import { vocabularies } from '../support/given/vocabularies.js'
import { readKeys } from '../../lib/attendances/links/link-key-store.js'
import { has } from '../support/rooms.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

afterEach(() => void vi.useRealTimers())

let names = 0

/** An RSVP to an event, and the path of its link. */
async function givenRsvp(event: { path: string }, person: object = {}) {
  const email = `guest-${++names}@example.org`
  const body = { person: { given_name: 'Mona', email_addresses: [{ address: email }], ...person } }
  const reply = await post(`${event.path}/attendances`, body)
  expect(reply.status).toBe(200)
  const { _links } = reply.body
  return {
    link: new URL(_links['service:self_service'].href).pathname,
    path: new URL(_links.self.href).pathname,
    person: reply.body['service:person_id'] as string,
    email,
  }
}

const act = (link: string, action: string) => post(link, `action=${action}`, FORM)
const statusOf = async ({ path }: { path: string }) => (await get(path)).body.status
const rsvpsOf = async ({ path }: { path: string }) => (await get(path)).body.total_accepted

describe('the link service:self_service', () => {
  it('says how many guests the person brings, until the person cancels', async () => {
    const event = await givenInterfaceEvent({ max_guests: 2 })
    const reply = await post(`${event.path}/attendances`, {
      person: { email_addresses: [{ address: 'party@example.org' }] },
      'service:guests': 2,
    })
    const link = new URL(reply.body._links['service:self_service'].href).pathname
    expect((await get(link, KEYLESS)).text).toContain('Pass for 3')
    await act(link, 'decline')
    expect((await get(link, KEYLESS)).text).not.toContain('Pass for')
  })

  it('is the same in every document of an attendance, in both versions', async () => {
    const event = await givenEvent()
    const { link, path, person } = await givenRsvp(event)
    expect(link).toMatch(/^\/rsvp\/[\w-]{66}$/)
    const linkIn = ({ _links }: any) => new URL(_links['service:self_service'].href).pathname
    for (const { api, attendances } of vocabularies) {
      const inVersion = (at: string) => at.replace('/api/v2', api).replace('/attendances', `/${attendances}`)
      expect(linkIn((await get(inVersion(path))).body)).toBe(link)
      for (const list of [`${event.path}/attendances`, `/api/v2/people/${person}/attendances`]) {
        const { body } = await get(inVersion(list))
        expect(body._embedded[`osdi:${attendances}`].map(linkIn)).toEqual([link])
      }
    }
  })

  it('names no person, neither in letters nor in bytes', async () => {
    const { link, person, email } = await givenRsvp(await givenEvent())
    const bytes = Buffer.from(link.slice('/rsvp/'.length), 'base64url')
    expect(bytes.includes(Buffer.from(person.replaceAll('-', ''), 'hex'))).toBe(false)
    expect(bytes.toString()).not.toContain(email)
  })
})

describe('GET /rsvp/{token}', () => {
  it('shows the event and that the person comes, on a page for this person alone', async () => {
    const event = await givenInterfaceEvent({
      title: 'Dinner & <talk>',
      instructions: 'Ring <b>twice</b><script>alert(1)</script>',
    })
    const { link } = await givenRsvp(event)
    const { status, headers, text } = await get(link, KEYLESS)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*form-action 'self'/),
    })
    expect(text).toContain('Dinner &amp; &lt;talk&gt;')
    expect(text).toContain('You have a spot, Mona')
    expect(text).toContain('Ring <b>twice</b>')
    expect(text).toContain('value="decline"')
    expect(text).not.toContain('<script>')
    expect((await send('HEAD', link, undefined, KEYLESS)).status).toBe(200)
  })

  it('shows the address of a home to people with a seat alone, where it is for guests', async () => {
    const event = await givenInterfaceEvent({
      capacity: 1,
      waitlist: true,
      address_shown: 'guests',
      location: {
        venue: 'At Fatima’s',
        address_lines: ['4400 Riverside Dr'],
        locality: 'Peoria',
        country: 'US',
      },
    })
    const [first, second] = [await givenRsvp(event), await givenRsvp(event)]
    const [pass, waiting] = [await get(first.link, KEYLESS), await get(second.link, KEYLESS)]
    expect(pass.text).toContain('4400 Riverside Dr')
    expect(pass.text).not.toContain('once you have a spot')
    expect(waiting.text).toContain('Peoria')
    expect(waiting.text).toContain('once you have a spot')
    for (const hidden of ['4400 Riverside Dr', 'At Fatima’s']) expect(waiting.text).not.toContain(hidden)
    await act(first.link, 'decline')
    expect((await get(first.link, KEYLESS)).text).not.toContain('4400 Riverside Dr')
  })

  it('changes nothing', async () => {
    const event = await givenEvent()
    const { link, path } = await givenRsvp(event)
    const before = (await get(path)).text
    const { write } = table.consumedCapacity
    await get(`${link}?action=decline`, KEYLESS)
    expect(table.consumedCapacity.write).toBe(write)
    expect((await get(path)).text).toBe(before)
  })

  it('speaks the language of the event', async () => {
    const { link } = await givenRsvp(await givenEvent({ 'service:language': 'es' }))
    expect((await get(link, KEYLESS)).text).toContain('No puedo ir')
  })

  it('is a page with 404 for what is no token, or leads nowhere', async () => {
    const { link } = await givenRsvp(await givenEvent())
    const other = link.slice(0, -1) + (link.endsWith('A') ? 'E' : 'A')
    for (const path of ['/rsvp/x', `/rsvp/${'A'.repeat(66)}`, other]) {
      const { status, headers, text } = await get(path, KEYLESS)
      expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
      expect(text).toContain('This link doesn’t work')
    }
  })

  it.runIf(has('merging'))('ends with the person’s erasure, and follows a person who was merged', async () => {
    const event = await givenEvent()
    const [gone, keep, other] = [await givenRsvp(event), await givenRsvp(event), await givenRsvp(event)]
    await admin('person', 'erase', gone.person)
    expect((await get(gone.link, KEYLESS)).status).toBe(404)
    expect((await act(gone.link, 'decline')).status).toBe(404)
    await admin('person', 'merge', keep.person, other.person)
    expect((await get(other.link, KEYLESS)).text).toContain('You have a spot')
    await act(other.link, 'decline')
    expect(await statusOf(keep)).toBe('declined')
  })
})

describe('POST /rsvp/{token}', () => {
  it('cancels and accepts again, and leads back to the page', async () => {
    const event = await givenEvent()
    const rsvp = await givenRsvp(event)
    const { status, headers } = await act(rsvp.link, 'decline')
    expect([status, headers['location']]).toEqual([303, PUBLIC_URL + rsvp.link])
    expect([await statusOf(rsvp), await rsvpsOf(event)]).toEqual(['declined', 0])
    expect((await get(rsvp.link, KEYLESS)).text).toContain('You are not coming')
    expect((await act(rsvp.link, 'decline')).status).toBe(303)
    expect((await act(rsvp.link, 'accept')).status).toBe(303)
    expect([await statusOf(rsvp), await rsvpsOf(event)]).toEqual(['accepted', 1])
  })

  it('saves the number of people and the name by one button, and says so once', async () => {
    const event = await givenInterfaceEvent({ max_guests: 3 })
    const { link } = await givenRsvp(event)
    const { text } = await get(link, KEYLESS)
    expect(text.match(/value="save"/g)).toHaveLength(1)
    expect(text).not.toContain('Saved.')
    // A script that runs before the body is there finds no button to show.
    expect(text).toMatch(/share\.js" defer/)
    // A button that someone needs who has not just answered is no main one.
    expect(text).toMatch(/<button class="btn" name="action" value="confirm"/)
    const sent = new URLSearchParams({ action: 'save', guests: '2', name: 'Olga Petrova-Diaz' }).toString()
    const saved = await post(link, sent, FORM)
    const shown = await get(new URL(saved.headers['location'] as string).pathname + '?saved=1', KEYLESS)
    expect(saved.headers['location']).toMatch(/\?saved=1$/)
    expect(shown.text).toContain('Saved.')
    expect(shown.text).toContain('3 of you are coming')
    expect(shown.text).toContain('value="Olga Petrova-Diaz"')
    const noName = new URLSearchParams({ action: 'save', guests: '0', name: ' ' }).toString()
    expect((await post(link, noName, FORM)).status).toBe(400)
    expect((await get(link, KEYLESS)).text).toContain('3 of you are coming')
  })

  it('leaves the names of a person as they are when the form is saved without another name', async () => {
    const event = await givenInterfaceEvent({ max_guests: 3 })
    const { link, path, person } = await givenRsvp(event, { given_name: 'Mary Ann', family_name: 'Smith' })
    const before = (await get(`/api/v2/people/${person}`)).body
    const form = new URLSearchParams({ action: 'save', guests: '2', name: 'Mary Ann Smith' }).toString()
    expect((await post(link, form, FORM)).status).toBe(303)
    expect((await get(`/api/v2/people/${person}`)).body).toEqual(before)
    expect((await get(path)).body['service:guests']).toBe(2)
  })

  it('changes the number of people or the name alone, and needs the one that is asked for', async () => {
    const event = await givenInterfaceEvent({ max_guests: 3 })
    const { link, path, person } = await givenRsvp(event)
    for (const sent of ['action=guests&guests=1&name=Nobody', 'action=name&name=Mona+Moss&guests=3'])
      expect((await post(link, sent, FORM)).status).toBe(303)
    expect((await get(path)).body['service:guests']).toBe(1)
    expect((await get(`/api/v2/people/${person}`)).body).toMatchObject({ given_name: 'Mona', family_name: 'Moss' })
    for (const action of ['guests', 'name']) expect((await act(link, action)).status).toBe(400)
    expect((await get(path)).body['service:guests']).toBe(1)
  })

  it('takes the person off the mailing list, and keeps the RSVP', async () => {
    const rsvp = await givenRsvp(await givenEvent(), {
      phone_numbers: [{ number: `1303555${1000 + ++names}`, status: 'subscribed' }],
    })
    expect((await get(rsvp.link, KEYLESS)).text).toContain('value="unsubscribe"')
    expect((await act(rsvp.link, 'unsubscribe')).status).toBe(303)
    const { body } = await get(`/api/v2/people/${rsvp.person}`)
    expect(body).toMatchObject({
      email_addresses: [{ address: rsvp.email, status: 'unsubscribed' }],
      phone_numbers: [{ status: 'unsubscribed' }],
    })
    expect(await statusOf(rsvp)).toBe('accepted')
    const { text } = await get(rsvp.link, KEYLESS)
    expect(text).toContain('You’re not on the mailing list')
    expect(text).not.toContain('value="unsubscribe"')
  })

  it('ends the reminders of an event that sends mail, and begins them again', async () => {
    const event = await givenInterfaceEvent()
    const rsvp = await givenRsvp(event)
    const before = await get(rsvp.path)
    expect((await get(rsvp.link, KEYLESS)).text).toContain('value="quiet"')
    for (const _ of [1, 2]) expect((await act(rsvp.link, 'quiet')).status).toBe(303)
    const quiet = (await get(rsvp.link, KEYLESS)).text
    expect(quiet).toContain('You won’t get reminders or changes')
    expect(quiet).not.toContain('value="quiet"')
    expect((await act(rsvp.link, 'unquiet')).status).toBe(303)
    const { text } = await get(rsvp.link, KEYLESS)
    expect(text).toContain('value="quiet"')
    expect(text).not.toContain('You won’t get reminders')
    expect((await get(rsvp.path)).text).toBe(before.text)
  })

  it('offers to end no reminders of an event that sends none, and to people who do not come', async () => {
    const byKey = await givenRsvp(await givenEvent())
    expect((await get(byKey.link, KEYLESS)).text).not.toContain('value="quiet"')
    const declined = await givenRsvp(await givenInterfaceEvent())
    await act(declined.link, 'decline')
    expect((await get(declined.link, KEYLESS)).text).not.toContain('value="quiet"')
  })

  it('is a page with 409 when the event is full meanwhile, or canceled', async () => {
    const event = await givenInterfaceEvent({ capacity: 1 })
    const [first] = [await givenRsvp(event)]
    await act(first.link, 'decline')
    await givenRsvp(event)
    const full = await act(first.link, 'accept')
    expect([full.status, full.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8'])
    expect(full.text).toContain('This event is full')

    await cancelEvent(`group:${demo.group.id}`, event.id, eventDependencies(service))
    const page = (await get(first.link, KEYLESS)).text
    expect(page).toContain('This event is canceled')
    expect(page).not.toContain('value="accept"')
    const canceled = await act(first.link, 'accept')
    expect([canceled.status, canceled.text]).toEqual([409, expect.stringContaining('This event is canceled')])
    expect(await statusOf(first)).toBe('declined')
  })

  it('is a page with 400 for another action, and with 415 for what is no form', async () => {
    const rsvp = await givenRsvp(await givenEvent())
    for (const body of ['action=erase', 'action=', 'other=decline']) {
      const { status, headers } = await post(rsvp.link, body, FORM)
      expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    }
    expect((await post(rsvp.link, undefined, KEYLESS)).status).toBe(400)
    expect((await post(rsvp.link, { action: 'decline' }, KEYLESS)).status).toBe(415)
    expect(await statusOf(rsvp)).toBe('accepted')
  })
})

describe('link-key', () => {
  it('rotates and revokes keys; links of a revoked one end within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const event = await givenEvent()
    const before = await givenRsvp(event)
    const { json: keys } = await admin('link-key', 'rotate', '--json')
    const current = keys.find(({ signs }: any) => signs).version
    expect(keys).toMatchObject([
      { version: current - 1, signs: false },
      { version: current, signs: true },
    ])
    expect(JSON.stringify(keys)).not.toContain('key')
    vi.setSystemTime(Date.now() + 60_001)
    const after = await givenRsvp(event)
    expect((await get(before.link, KEYLESS)).status).toBe(200)
    expect((await get(after.link, KEYLESS)).status).toBe(200)

    expect((await admin('link-key', 'revoke', String(current - 1), '--json')).json).toHaveLength(1)
    vi.setSystemTime(Date.now() + 60_001)
    expect((await get(before.link, KEYLESS)).status).toBe(404)
    const { _links } = (await get(before.path)).body
    const renewed = new URL(_links['service:self_service'].href).pathname
    expect((await get(renewed, KEYLESS)).status).toBe(200)
    expect(await admin('link-key', 'revoke', '77')).toMatchObject({
      code: 1,
      err: 'There is no key of the version 77.\n',
    })
    const { json: left } = await admin('link-key', 'revoke', String(current), '--json')
    expect(left).toMatchObject([{ version: current + 1, signs: true }])
  })

  it('makes links that another process has signed with a newer key work at once', async () => {
    const event = await givenEvent()
    await givenRsvp(event)
    await admin('link-key', 'rotate')
    const rsvp = await givenRsvp(event)
    const id = rsvp.path.split('/').at(-1) as string
    const token = linkToken(await readKeys(table), { id, event: event.id })
    expect((await get(`/rsvp/${token}`, KEYLESS)).status).toBe(200)
  })

  it('keeps links out of mailing lists working as it does those of attendances', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { person } = await givenRsvp(await givenEvent())
    const linkNow = async () => `/unsubscribe/${unsubscribeToken(await readKeys(table), person)}`
    const before = await linkNow()
    expect((await get(before, KEYLESS)).status).toBe(200)
    const { json: keys } = await admin('link-key', 'rotate', '--json')
    const current = keys.find(({ signs }: any) => signs).version
    const after = await linkNow()
    expect(after).not.toBe(before)
    for (const link of [before, after]) expect((await get(link, KEYLESS)).status).toBe(200)
    for (const { version } of keys.filter(({ signs }: any) => !signs))
      await admin('link-key', 'revoke', String(version))
    vi.setSystemTime(Date.now() + 60_001)
    expect((await get(before, KEYLESS)).status).toBe(404)
    expect((await post(before, 'List-Unsubscribe=One-Click', FORM)).status).toBe(404)
    expect((await get(`/api/v2/people/${person}`)).body.email_addresses[0].status).toBe('subscribed')
    expect((await post(after, 'List-Unsubscribe=One-Click', FORM)).status).toBe(200)
    // The number of a revoked key is no way back for what it has signed.
    const renumbered = Buffer.from(before.slice('/unsubscribe/'.length), 'base64url')
    renumbered[0] = current
    expect((await get(`/unsubscribe/${renumbered.toString('base64url')}`, KEYLESS)).status).toBe(404)
  })
})

describe('a token', () => {
  const bytesOf = ({ link }: { link: string }) => Buffer.from(link.slice('/rsvp/'.length), 'base64url')

  it('of one attendance changes no other, with any part of the other in it', async () => {
    const event = await givenEvent()
    const [own, victim, elsewhere] = [
      await givenRsvp(event),
      await givenRsvp(event),
      await givenRsvp(await givenEvent()),
    ]
    const parts = [
      [1, 17],
      [17, 33],
      [1, 33],
      [33, 49],
    ] as const
    for (const other of [victim, elsewhere])
      for (const [from, to] of parts) {
        const forged = Buffer.from(bytesOf(own))
        bytesOf(other).copy(forged, from, from, to)
        // The event of both is the same: nothing is forged.
        if (forged.equals(bytesOf(own))) continue
        expect((await act(`/rsvp/${forged.toString('base64url')}`, 'decline')).status).toBe(404)
      }
    for (const rsvp of [own, victim, elsewhere]) expect(await statusOf(rsvp)).toBe('accepted')
  })

  it('of an RSVP is none of a mailing list, and the other way round', async () => {
    const rsvp = await givenRsvp(await givenEvent())
    const leaving = unsubscribeToken(await readKeys(table), rsvp.person)
    const token = rsvp.link.slice('/rsvp/'.length)
    for (const path of [`/rsvp/${leaving}`, `/unsubscribe/${token}`])
      expect((await get(path, KEYLESS)).status).toBe(404)
    const short = Buffer.concat([bytesOf(rsvp).subarray(0, 17), bytesOf(rsvp).subarray(33)])
    expect((await get(`/unsubscribe/${short.toString('base64url')}`, KEYLESS)).status).toBe(404)
  })
})

it('the audit finds nothing wrong after all of this', async () => {
  const found: string[] = []
  await audit(table, (violation) => found.push(violation))
  expect(found).toEqual([])
})
