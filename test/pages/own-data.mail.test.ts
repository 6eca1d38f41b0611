import type { Question } from '../../lib/questions/question.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextCall, recordCallResult } from '../../lib/calls/store/call-store.js'
import { PUBLIC_URL, demo, get, givenEvent, givenInterfaceEvent, post, table } from '../support/service.js'
import { givenHosted, givenHosting } from '../support/given/hosting.js'
import { signedInAs } from '../support/clients/organizer.js'
import { arrivals } from '../support/mail/arrivals.js'
import { admin } from '../support/mail/mail.js'

const KEYLESS = { key: null }
const IN_MAY = { start_date: { wallClock: '2037-05-04T18:30:00' } }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

afterEach(() => void vi.useRealTimers())

/** Emails that came to a link's person, once there is one. */
const mailsAbout = (link: string) =>
  arrivals(({ kind, text }) => kind === 'own-data' && text.includes(link))((came) => expect(came).not.toEqual([]))

/** Asks at the link of an RSVP, and reads where the email leads. */
async function mailedTo(link: string) {
  const asked = await post(link, 'action=data', FORM)
  expect(asked.status, asked.text).toBe(303)
  const [mail] = await mailsAbout(link)
  const found = /https:\S+\/data\?code=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  return { mail, path: found.replace(PUBLIC_URL, '') }
}

/** The file, by the code from the mailbox. */
const dataAt = async (link: string) => get(`${(await mailedTo(link)).path}&as=file`, KEYLESS)

const rsvp = async (event: { path: string }, email: string) => {
  const person = { given_name: 'Mona', family_name: 'Diaz', email_addresses: [{ address: email }] }
  const { body } = await post(`${event.path}/attendances`, { person })
  return {
    link: new URL(body._links['service:self_service'].href).pathname,
    person: (body['service:person_id'] as string).replace('service:', ''),
  }
}

describe("a person's own data", () => {
  it('is one file at the link of any RSVP, with what is kept and all RSVPs, but no notes of the team', async () => {
    const [one, other] = [await givenEvent({ title: 'One' }), await givenInterfaceEvent({ title: 'Other' })]
    await rsvp(one, 'own@example.org')
    const { link, person } = await rsvp(other, 'own@example.org')
    await rsvp(other, 'another@example.org')
    const organizer = await signedInAs(demo.group.organizer)
    const fields = { given_name: 'Mona', family_name: 'Diaz', email_addresses: 'own@example.org', notes: 'Has a van.' }
    expect((await organizer.send(`/manage/${demo.group.id}/people/${person}/edit`, fields)).status).toBe(303)

    expect((await get(link, KEYLESS)).text).toContain('value="data"')
    const { status, headers, text } = await dataAt(link)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(headers['cache-control']).toBe('no-store')
    const data = JSON.parse(text)
    expect(data.person).toMatchObject({ given_name: 'Mona', family_name: 'Diaz' })
    expect(data.person.email_addresses[0].address).toBe('own@example.org')
    expect(data.rsvps.map(({ event }: any) => event.title).sort()).toEqual(['One', 'Other'])
    expect(text).not.toMatch(/another@example\.org|van/)
    for (const internal of ['"pk"', '"revision"', '"owner"', demo.group.id]) expect(text).not.toContain(internal)
  })

  it('is a page to read first, in the language of its reader, without ids', async () => {
    const questions: Question[] = [{ id: 'ride', title: 'Do you need a <ride>?', type: 'text' }]
    const event = await givenInterfaceEvent({ title: 'Read', questions, ...IN_MAY })
    const { body } = await post(`${event.path}/attendances`, {
      person: { given_name: 'Mona', email_addresses: [{ address: 'reads@own.example' }] },
      'service:answers': { ride: 'Yes & no' },
    })
    const { path } = await mailedTo(new URL(body._links['service:self_service'].href).pathname)
    const { status, headers, text } = await get(path, KEYLESS)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    const [shown = ''] = /<main.*<\/main>/s.exec(text) ?? []
    for (const part of ['reads@own.example', 'Mona', '>Read<', 'May 4, 2037 at 6:30', 'Do you need a &lt;ride&gt;?'])
      expect(shown).toContain(part)
    for (const said of ['Yes &amp; no', '>Coming<', '>Subscribed<']) expect(shown).toContain(said)
    expect(shown).not.toMatch(/accepted|>subscribed/)
    expect(shown).toContain(`href="${PUBLIC_URL}${path.replace('&', '&amp;')}&amp;as=file"`)
    expect(shown.replaceAll(/href="[^"]*"/g, '')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect((await get(path, { ...KEYLESS, headers: { 'accept-language': 'es' } })).text).toContain('>Tus datos<')
  })

  it('has tags, calls, lists and hosted events, and what others have of these is not in it', async () => {
    const { body: tag } = await post('/api/v2/tags', { name: 'Driver', origin_system: 'Test' })
    expect(tag.name).toBe('Driver')
    await post('/api/v2/tags', { name: 'Cook', origin_system: 'Test' })
    const campaign = await givenHosting({ 'service:hosting': 'open' })
    const [host, other] = ['host@own.example', 'other@own.example']
    const hosted = await givenHosted(campaign.id, { email: host, opt_in: 'yes' })
    const others = await givenHosted(campaign.id, { email: other })
    const questions: Question[] = [
      { id: 'ride', title: 'Do you need a ride?', type: 'text' },
      { id: 'diet', title: 'What do you eat?', type: 'text' },
    ]
    const event = await givenInterfaceEvent({ title: 'Called', questions })
    const came = async (email: string, number: string, add_tags: string[]) =>
      post(`${event.path}/attendances`, {
        person: { email_addresses: [{ address: email }], phone_numbers: [{ number }] },
        'service:answers': { ride: `From ${email}` },
        add_tags,
      })
    const { body } = await came(host, '+1 303 555 0181', ['Driver'])
    await came(other, '+1 303 555 0182', ['Driver', 'Cook'])
    const caller = demo.group.organizer
    for (let handed; (handed = await nextCall(table, event.id, caller, new Date()));) {
      const call = { event: event.id, person: handed.person.id, called_by: caller }
      await recordCallResult(table, call, 'no_answer', new Date())
    }

    const link = new URL(body._links['service:self_service'].href).pathname
    const { text } = await dataAt(link)
    const data = JSON.parse(text)
    expect(data.tags).toEqual([{ name: 'Driver', created_date: expect.any(String) }])
    expect(data.person.opt_ins).toEqual([
      {
        date: expect.any(String),
        confirmed_date: expect.any(String),
        text: expect.stringContaining('by email'),
        page: expect.stringContaining(`${campaign.id}/host`),
      },
    ])
    expect(data.hosted_events.map(({ id }: any) => id)).toEqual([hosted.id])
    expect(data.rsvps.map(({ calls }: any) => calls)).toEqual([
      { tries: 1, called_date: expect.any(String), result: 'no_answer' },
    ])
    expect(data.rsvps[0]).toMatchObject({ answers: { ride: `From ${host}` } })
    expect(data.rsvps[0].questions).toEqual({ ride: 'Do you need a ride?' })
    expect(data).not.toHaveProperty('role')
    for (const foreign of ['Cook', others.id, other, '3035550182', caller]) expect(text).not.toContain(foreign)
  })

  it('says which role its person has, and which personal lists', async () => {
    const event = await givenEvent({
      _links: {
        'osdi:creator': { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` },
      },
    })
    const { body } = await post(`${event.path}/attendances`, {
      _links: { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.creator}` } },
    })
    const { text } = await dataAt(new URL(body._links['service:self_service'].href).pathname)
    expect(JSON.parse(text)).toMatchObject({
      role: 'creator',
      email_lists: [{ list: demo.group.organizer, created_date: expect.any(String) }],
    })
  })

  it('is nowhere without a link, and gone when the person is erased', async () => {
    const { link, person } = await rsvp(await givenEvent(), 'gone@example.org')
    const { path } = await mailedTo(link)
    const forged = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    expect((await get(`${forged}/data`, KEYLESS)).status).toBe(404)
    await admin('person', 'erase', person)
    expect((await get(path, KEYLESS)).status).toBe(404)
  })

  it('is not behind the link alone, which may have been forwarded, nor behind the code of another RSVP', async () => {
    const event = await givenEvent()
    const { link } = await rsvp(event, 'forwarded@example.org')
    const other = await mailedTo((await rsvp(event, 'another-guest@example.org')).link)
    const code = new URL(PUBLIC_URL + other.path).search
    for (const path of [`${link}/data`, `${link}/data?code=`, `${link}/data${code}`]) {
      const { status, headers, text } = await get(path, KEYLESS)
      expect([status, headers['location'], text]).toEqual([303, PUBLIC_URL + link, ''])
    }
  })

  it('goes to the mailbox of the person, by a code that ends after an hour', async () => {
    const { link } = await rsvp(await givenEvent(), 'mine@example.org')
    const { mail, path } = await mailedTo(link)
    expect(mail?.recipient).toBe('mine@example.org')
    expect(mail?.mail.html).toContain('>See my data</a>')
    const { text } = await get(`${link}?data=asked`, KEYLESS)
    expect(text).toContain('We’ve emailed you a link to your data')
    expect(text).not.toContain('mine@example.org')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 })
    expect((await get(path, KEYLESS)).status).toBe(200)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect((await get(path, KEYLESS)).status).toBe(303)
  })

  it('is mailed once for requests that follow at once', async () => {
    const { link } = await rsvp(await givenEvent(), 'often@example.org')
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 600_000) * 600_000 })
    for (let i = 0; i < 3; i++) {
      const { headers } = await post(link, 'action=data', FORM)
      // The answer stands far below the head of the page.
      expect(headers['location']).toBe(`${PUBLIC_URL}${link}?data=asked#emails`)
    }
    vi.useRealTimers()
    await mailsAbout(link)
    const { link: other } = await rsvp(await givenEvent(), 'later@example.org')
    await post(other, 'action=data', FORM)
    const came = await arrivals(() => true)((all) => expect(all.some(({ text }) => text.includes(other))).toBe(true))
    expect(came.filter(({ text }) => text.includes(link))).toEqual([])
  })

  it('says whom to ask where there is no mailbox', async () => {
    const event = await givenEvent()
    const person = { phone_numbers: [{ number: '+1 303 555 0199' }] }
    const { body } = await post(`${event.path}/attendances`, { person })
    const page = await get(new URL(body._links['service:self_service'].href).pathname, KEYLESS)
    expect(page.text).toContain('Ask the organizers what they keep about you.')
  })
})
