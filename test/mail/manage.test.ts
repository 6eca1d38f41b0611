import { describe, expect, it } from 'vitest'
// It sets SMTP_URL, by which the interface has pages about mail.
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, rsvp } from '../support/mail/mailed-events.js'
import { PAGE_HEADERS, linkFor, request, signedInAs } from '../support/clients/organizer.js'
import { PUBLIC_URL, demo, givenEvent, put } from '../support/service.js'

const { group } = demo
const SIGN_IN = '/manage/sign-in'
const recipientsOf = (all: { recipient: string }[]) => all.map(({ recipient }) => recipient).sort()
const ask = (email: string, headers: Record<string, string> = PAGE_HEADERS, from?: string) =>
  request('POST', SIGN_IN, headers, new URLSearchParams({ email }).toString(), from)

async function times<Result>(count: number, run: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < count; n++) results.push(await run(n))
  return results
}

describe('an email with a link to sign in', () => {
  it('signs in once, and is asked for by the address alone', async () => {
    expect((await request('GET', SIGN_IN)).html).toContain('name="email"')
    expect((await ask('Maya.Okafor@example.org')).status).toBe(200)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'sign-in', recipient: 'maya.okafor@example.org' })
    const path = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    expect((await request('POST', path, PAGE_HEADERS, '')).status).toBe(303)
    expect((await request('POST', path, PAGE_HEADERS, '')).status).toBe(404)
  })

  it('answers for an address without a role as for one with a role, and sends nothing', async () => {
    const [known, unknown] = [await ask('maya.okafor@example.org'), await ask('who@example.org')]
    const { 'x-request-id': _id, 'apigw-requestid': _reference, ...headers } = known.headers
    expect(unknown).toMatchObject({ status: known.status, html: known.html })
    expect(unknown.headers).toMatchObject(headers)
    expect(recipientsOf(await mails())).toEqual(['maya.okafor@example.org'])
  })

  it('is limited for an address and a network, whether or not it has a role, with a page that says so', async () => {
    for (const [address, expected] of [
      ['lucia.fernandez@example.org', 5],
      ['noah.lind@example.org', 0],
    ] as const) {
      const answers = await times(7, () => ask(address, PAGE_HEADERS, '198.51.100.7'))
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(200), 429, 429])
      expect(answers[6]).toMatchObject({
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        html: expect.stringContaining('its link works for 15 minutes'),
      })
      expect(await mails()).toHaveLength(expected)
    }
  })

  it('comes to an organizer whom a stranger wants to lock out', async () => {
    const address = 'tom.lindqvist@example.org'
    await times(9, () => ask(address, PAGE_HEADERS, '203.0.113.66'))
    expect(await mails()).toHaveLength(5)
    expect((await ask(address, PAGE_HEADERS, '198.51.100.8')).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })

  it('comes to a browser that has signed in before, however many networks ask for its address', async () => {
    const address = 'daniel.whitaker@example.org'
    const cookieOf = async (link: string, known?: string) => {
      const headers = { ...PAGE_HEADERS, ...(known && { cookie: known }) }
      const { cookies } = await request('POST', link, headers, '')
      return cookies.find((each) => each.startsWith('__Host-browser='))?.split(';')[0] as string
    }
    const cookie = await cookieOf(await linkFor(group.administrator))
    const strangers = await times(30, (n) => ask(address, PAGE_HEADERS, `203.0.113.${n}`))
    expect(strangers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect((await ask(address, PAGE_HEADERS, '198.51.100.9')).status).toBe(429)
    expect(await mails()).toHaveLength(20)

    const known = await times(6, () => ask(address, { ...PAGE_HEADERS, cookie }, '198.51.100.9'))
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    const received = await mails()
    expect(received).toHaveLength(5)
    // Each email has a link of its own, and all of them work.
    for (const { text } of received) {
      const path = new URL(/https:\S+/.exec(text)?.[0] ?? '').pathname
      expect(await cookieOf(path, cookie)).toBe(cookie)
    }
    const made_up = [cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), `__Host-browser=x`]
    for (const each of made_up)
      expect((await ask(address, { ...PAGE_HEADERS, cookie: each }, '198.51.100.9')).status).toBe(429)
    const other = await cookieOf(await linkFor(group.creator))
    expect((await ask(address, { ...PAGE_HEADERS, cookie: other }, '198.51.100.9')).status).toBe(429)
  })

  it('is not asked for by a page of another site', async () => {
    expect((await ask('maya.okafor@example.org', { ...PAGE_HEADERS, origin: 'https://x.example' })).status).toBe(403)
    expect(await mails()).toEqual([])
  })
})

describe('writing to the people of a query', () => {
  it('goes from the form of an event of the API to its people: a test, then the message', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent({ title: 'Rally' })
    await rsvp(path, 'came@example.org')
    await rsvp(path, 'came-too@example.org')
    const base = `/manage/${group.id}/targeting`
    const saved = await organizer.send(`${base}/new`, {
      title: 'Came',
      match: 'any',
      status_accepted: 'on',
      [`action ${id}`]: 'include',
    })
    const query = saved.headers['location'] as string
    expect((await organizer.open(query)).html).toContain(`${query}/messages`)
    const form = await organizer.open(`${query}/messages`)
    expect(form.html).toContain('Goes to 2 people')
    const message = { subject: 'Thank you', text: '{greeting}\n\nBring **water** & <snacks>.\nSee you.' }
    const tested = await organizer.send(`${query}/messages`, {
      ...message,
      action: 'test',
      test_to: 'Maya.Okafor@example.org',
    })
    expect(tested.html).toContain('A test is on its way')
    expect(recipientsOf(await mails())).toEqual(['maya.okafor@example.org'])
    const asked = await organizer.send(`${query}/messages`, { ...message, action: 'check' })
    expect(asked.html).toContain('Send to 2 people?')
    expect(asked.html).toContain('<p>Bring <strong>water</strong> &amp; &lt;snacks&gt;.<br>See you.</p>')
    expect(await mails()).toEqual([])
    const sent = await organizer.send(`${query}/messages`, { ...message, action: 'send' })
    expect(sent.status).toBe(303)
    // It can be taken back for half a minute.
    expect(await mails()).toEqual([])
    const received = await mailsDueAt(new Date(Date.now() + 31_000))
    expect(recipientsOf(received)).toEqual(['came-too@example.org', 'came@example.org'])
    expect(received[0]?.mail.html).toContain('Bring <strong>water</strong> &amp; &lt;snacks&gt;.')
    expect((await organizer.open(sent.headers['location'] as string)).html).toContain('2 / 2')
    const { html: log } = await organizer.open(`/manage/${group.id}/log`)
    expect(log).toMatch(/Wrote to people.*Thank you.*\(2\)/s)
    expect(log).toMatch(/Tested a message.*Thank you/s)
  })

  it('sends tests to members of the group alone, and no more than twenty an hour', async () => {
    const organizer = await signedInAs(group.organizer)
    const base = `/manage/${group.id}/targeting`
    const saved = await organizer.send(`${base}/new`, {
      title: 'All',
      match: 'any',
      status_accepted: 'on',
      [`action ${(await givenEvent({ title: 'March' })).id}`]: 'include',
    })
    const form = `${saved.headers['location'] as string}/messages`
    const test = (test_to: string, text = 'Hello') =>
      organizer.send(form, { subject: 'Test', text, action: 'test', test_to })
    for (let n = 0; n < 10; n++) {
      const refused = await test(`stranger-${n}@example.com`)
      expect(refused.status).toBe(400)
      expect(refused.html).toContain('Enter the email of someone on your team')
    }
    expect((await test('priya.raman@example.org')).status).toBe(400)
    expect(await mails()).toEqual([])

    const answers = await times(25, () => test('', 'Hello <!--'))
    // One test of this hour has been sent before.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    const received = await mails()
    expect(new Set(recipientsOf(received))).toEqual(new Set(['lucia.fernandez@example.org']))
    expect(received).toHaveLength(19)
    for (const { mail } of received) {
      expect(mail.html).not.toContain('<!--')
      expect(mail.html).toMatch(/<a href="https:[^"]+\/unsubscribe\/[^"]+">/)
    }
  })

  it('can be held and goes on, and is refused with unknown variables', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent()
    await rsvp(path, 'held@example.org')
    const saved = await organizer.send(`/manage/${group.id}/targeting/new`, {
      title: 'Held',
      match: 'any',
      status_accepted: 'on',
      [`action ${id}`]: 'include',
    })
    const base = `${saved.headers['location']}/messages`
    const refused = await organizer.send(base, { subject: 'Hi {town}', text: 'x', action: 'send' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('town')
    const late = await organizer.send(base, {
      subject: 'Late',
      text: 'x',
      due: '2099-01-01T10:00',
      action: 'send',
    })
    expect(late.status).toBe(400)
    expect(late.html).toContain('no more than 30 days')
    const at = new Date(Date.now() + 3_600_000)
    const due = at.toISOString().slice(0, 16)
    const { headers } = await organizer.send(base, {
      subject: 'Later',
      text: 'x',
      due,
      action: 'send',
    })
    const message = headers['location'] as string
    await organizer.send(`${message}/pause`)
    expect((await organizer.open(message)).html).toContain('Paused')
    expect(await mailsDueAt(at)).toEqual([])
    await organizer.send(`${message}/resume`)
    expect(await mails()).toEqual([])
    expect(recipientsOf(await mailsDueAt(at))).toEqual(['held@example.org'])
  })

  it('is for roles that may target, and not of another group', async () => {
    const [member, other] = [await signedInAs(group.member), await signedInAs(demo.other_group.creator)]
    const base = `/manage/${group.id}/targeting/00000000-0000-4000-8000-000000000000/messages`
    expect((await member.open(base)).status).toBe(403)
    expect((await other.open(base)).status).toBe(404)
  })
})

describe('writing to the guests of an event', () => {
  it('takes three clicks from the guest list to the page that asks, and goes to the guests who are meant', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent({ title: 'Soup' })
    await rsvp(path, 'comes@example.org')
    await rsvp(path, 'there@example.org')
    await rsvp(path, 'left@example.org')
    const form = `/manage/events/${id}/messages`
    expect((await organizer.open(`/manage/events/${id}/guests`)).html).toContain(`href="${form}"`)
    const creator = await signedInAs(group.creator)
    expect((await creator.open(`/manage/${group.id}/settings`)).html).toContain(
      `href="/manage/${group.id}/settings/mails"`,
    )
    const { html } = await organizer.open(form)
    expect(html).toMatch(/value="coming" checked/)
    expect(html).not.toContain('value="absent"')
    const message = { subject: 'Tonight', text: '{greeting}\n\nthe door is at the *side*.', guests: 'coming' }
    const preview = await organizer.send(form, { ...message, action: 'preview' })
    expect(preview.html).toContain('the door is at the <em>side</em>.')
    const asked = await organizer.send(form, { ...message, action: 'check' })
    expect(asked.html).toContain('Send to 3 people?')
    const sent = await organizer.send(form, { ...message, action: 'send' })
    expect(sent.status).toBe(303)
    expect((await organizer.open(sent.headers['location'] as string)).html).toContain('0 / 3')
    // The page lists what went to guests of this event before, whichever of them are chosen now.
    for (const query of ['', '?guests=waiting'])
      expect((await organizer.open(form + query)).html).toContain(`href="${sent.headers['location']}"`)
    const received = await mailsDueAt(new Date(Date.now() + 31_000))
    expect(recipientsOf(received)).toEqual(['comes@example.org', 'left@example.org', 'there@example.org'])
  })

  it('is on the page of messages of the group, the newest first, and on that of no other owner', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent({ title: 'Listed' })
    await rsvp(path, 'listed@example.org')
    const write = async (subject: string) => {
      const message = { subject, text: 'y', guests: 'coming', action: 'send' }
      const { headers } = await organizer.send(`/manage/events/${id}/messages`, message)
      return headers['location'] as string
    }
    const [older, newer] = [await write('The older one'), await write('The newer one')]
    const { html } = await organizer.open(`/manage/${group.id}/messages`)
    const [first, second] = [...html.matchAll(/href="([^"]+\/targeting\/[^"]+)"/g)].map(([, href]) => href)
    expect([first, second]).toEqual([newer, older])
    expect(html).toMatch(/The newer one.*0 of 1.*Scheduled/s)
    const { html: ofMessage } = await organizer.open(newer)
    expect(ofMessage).toContain('<span>Listed</span>')
    expect(ofMessage).toMatch(/Replies go to.*no one.*<p>y<\/p>.*Unsubscribe/s)
    await mailsDueAt(new Date(Date.now() + 31_000))
    expect((await organizer.open(`/manage/${group.id}/messages`)).html).toMatch(/The newer one.*1 of 1.*>Sent</s)
    const other = await signedInAs(demo.other_group.creator)
    expect((await other.open(`/manage/${demo.other_group.id}/messages`)).html).not.toContain('The newer one')
  })

  it('finds them anew each time it asks, and tells the ones who came from the ones who did not', async () => {
    const organizer = await signedInAs(group.organizer)
    const begun = { start_date: `${clockIn(-1)}Z` }
    const { id, path } = await givenEvent({ title: 'Walk', ...begun })
    const here = await rsvp(path, 'here@example.org')
    const form = `/manage/events/${id}/messages`
    const check = async (guests: string) =>
      /Send to (.*?)\?/.exec(
        (await organizer.send(form, { subject: 'x', text: 'y', guests, action: 'check' })).html,
      )?.[1]
    expect(await check('coming')).toBe('1 person')
    await rsvp(path, 'away@example.org')
    expect(await check('coming')).toBe('2 people')
    await put(here._links.self.href.slice(PUBLIC_URL.length), { 'service:attended': true })
    expect((await organizer.open(form)).html).toContain('Didn’t come')
    expect([await check('came'), await check('absent')]).toEqual(['1 person', '1 person'])
    // A choice that the form does not offer reads as the first one.
    expect(await check('everyone')).toBe('2 people')
  })

  it('is scheduled by the clock of the zone that the form names', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent()
    await rsvp(path, 'zoned@example.org')
    const form = `/manage/events/${id}/messages`
    const at = new Date(Date.now() + 86_400_000)
    const due = at.toISOString().slice(0, 16)
    const send = (zone: string) =>
      organizer.send(form, { subject: 'x', text: 'y', guests: 'coming', zone, due, action: 'send' })
    const { headers } = await send('Asia/Tokyo')
    const { html } = await organizer.open(headers['location'] as string)
    const date = /datetime="([^"]+)"/.exec(html)?.[1] as string
    expect(Date.parse(date)).toBe(Date.parse(`${due}:00Z`) - 9 * 3_600_000)
    for (const bad of ['tomorrow', '2026-99-99T10:00', "2026-01-01T10:00'"]) {
      const refused = await organizer.send(form, {
        subject: 'x',
        text: 'y',
        guests: 'coming',
        due: bad,
        action: 'send',
      })
      expect([bad, refused.status]).toEqual([bad, 400])
    }
  })

  it('tells its time by the clock of the event, though newer events have another one', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id, path } = await givenEvent({ timezone_identifier: 'Asia/Tokyo' })
    await givenEvent({ timezone_identifier: 'America/Denver' })
    await rsvp(path, 'far@example.org')
    const { headers } = await organizer.send(`/manage/events/${id}/messages`, {
      subject: 'x',
      text: 'y',
      guests: 'coming',
      action: 'send',
    })
    const report = headers['location'] as string
    const { html } = await organizer.open(report)
    expect(html).toContain('GMT+9</time>')
    expect((await organizer.open(`/manage/events/${id}/messages`)).html).toContain('value="Asia/Tokyo"')
    await mailsDueAt(new Date(Date.now() + 31_000))
  })

  it('is scheduled by the clock of the location, where the event names no zone', async () => {
    const organizer = await signedInAs(group.organizer)
    const { id } = await givenEvent({
      location: { locality: 'Denver', region: 'CO', postal_code: '80202', country: 'US' },
    })
    expect((await organizer.open(`/manage/events/${id}/messages`)).html).toContain('value="America/Denver"')
  })

  it('is for roles that may write to people, and for the event of their group', async () => {
    const { id } = await givenEvent()
    const form = `/manage/events/${id}/messages`
    expect((await (await signedInAs(group.member)).open(form)).status).toBe(403)
    expect((await (await signedInAs(demo.other_group.creator)).open(form)).status).toBe(404)
  })
})

describe('a new member of a group', () => {
  it('is invited with an address alone, and the email says where to sign in, once', async () => {
    const creator = await signedInAs(group.creator)
    const invite = () =>
      creator.send(`/manage/${group.id}/members`, { email: 'new.hand@example.org', role: 'organizer' })
    expect((await invite()).status).toBe(303)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.mail.to).toMatchObject({ text: expect.stringContaining('new.hand@example.org') })
    expect(mail?.mail.subject).toContain('invites you')
    expect(mail?.mail.text).toContain(`${PUBLIC_URL}${SIGN_IN}?email=new.hand%40example.org`)
    expect(mail?.mail.text).not.toMatch(/sign-in\/\S/)
    const { html } = await request('GET', `${SIGN_IN}?email=new.hand%40example.org`)
    expect(html).toMatch(/<input[^>]*value="new\.hand@example\.org"/)
  })

  it('is removed after a question', async () => {
    const creator = await signedInAs(group.creator)
    await creator.send(`/manage/${group.id}/members`, { email: 'leaves@example.org', role: 'member' })
    const { html } = await creator.open(`/manage/${group.id}/members`)
    const [, remove = ''] = /href="([^"]*\/remove)"[^>]*aria-label="Remove: leaves@example.org"/.exec(html) ?? []
    expect((await creator.open(remove)).html).toContain('Remove leaves@example.org from the team?')
    expect((await creator.open(`/manage/${group.id}/members`)).html).toContain('leaves@example.org')
    await creator.send(remove)
    expect((await creator.open(`/manage/${group.id}/members`)).html).not.toContain('leaves@example.org')
  })
})

describe('writing to guests', () => {
  it('goes to the guests who have given an answer', async () => {
    const organizer = await signedInAs(group.organizer)
    const help = { id: 'help', title: 'Help?', type: 'multiple_choice', choices: ['Table', 'Door'] }
    const { id, path } = await givenEvent({ title: 'Stall', 'service:questions': [help] })
    await rsvp(path, 'table@answers.example', { 'service:answers': { help: ['Table'] } })
    await rsvp(path, 'door@answers.example', { 'service:answers': { help: ['Door'] } })
    const base = `/manage/events/${id}/messages`
    expect((await organizer.open(base)).html).toContain('<option value="help:0"')
    const to = { guests: 'coming', answer: 'help:1', subject: 'Door', text: 'See you at the door.' }
    const asked = await organizer.send(base, { ...to, action: 'check' })
    expect(asked.html).toMatch(/Send to (one person|1 person)/i)
    expect(asked.html).toContain('name="answer" value="help:1"')
    expect((await organizer.send(base, { ...to, action: 'send' })).status).toBe(303)
    expect(recipientsOf(await mailsDueAt(new Date(Date.now() + 31_000)))).toEqual(['door@answers.example'])
  })
})
