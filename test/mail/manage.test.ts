import { describe, expect, it } from 'vitest'
// It sets SMTP_URL, by which the interface has pages about mail.
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { PAGE_HEADERS, request, signedInAs } from '../support/clients/organiser.js'
import { demo, givenEvent } from '../support/service.js'

const { group } = demo
const SIGN_IN = '/manage/sign-in'
const recipientsOf = (all: { recipient: string }[]) => all.map(({ recipient }) => recipient).sort()
const ask = (email: string, headers = PAGE_HEADERS) =>
  request('POST', SIGN_IN, headers, new URLSearchParams({ email }).toString())

describe('a mail with a link to sign in', () => {
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

  it('is limited for an address, without a word about it', async () => {
    const address = 'noah.lind@example.org'
    const answers = []
    for (let i = 0; i < 8; i++) answers.push(await ask(address))
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1)
    expect((await mails()).length).toBeLessThanOrEqual(5)
  })

  it('is not asked for by a page of another site', async () => {
    expect(
      (await ask('maya.okafor@example.org', { ...PAGE_HEADERS, origin: 'https://x.example' })).status,
    ).toBe(403)
    expect(await mails()).toEqual([])
  })
})

describe('writing to the people of a query', () => {
  it('goes from the form of an event of the API to its people: a test, then the message', async () => {
    const organiser = await signedInAs(group.organizer)
    const { id, path } = await givenEvent({ title: 'Rally' })
    await rsvp(path, 'came@example.org')
    await rsvp(path, 'came-too@example.org')
    const base = `/manage/${group.id}/targeting`
    const saved = await organiser.send(`${base}/new`, {
      title: 'Came',
      match: 'any',
      status_accepted: 'on',
      [`action ${id}`]: 'include',
    })
    const query = saved.headers['location'] as string
    expect((await organiser.open(query)).html).toContain(`${query}/messages`)
    const form = await organiser.open(`${query}/messages`)
    expect(form.html).toContain('goes to 2 people')
    const message = { subject: 'Thank you', html: '<p>{greeting}</p><p>It was good.</p>' }
    const tested = await organiser.send(`${query}/messages`, {
      ...message,
      action: 'test',
      test_to: 'me@example.org',
    })
    expect(tested.html).toContain('A test is on its way')
    expect(recipientsOf(await mails())).toEqual(['me@example.org'])
    const sent = await organiser.send(`${query}/messages`, { ...message, action: 'send' })
    expect(sent.status).toBe(303)
    expect(recipientsOf(await mails())).toEqual(['came-too@example.org', 'came@example.org'])
    expect((await organiser.open(sent.headers['location'] as string)).html).toContain('2 / 2')
  })

  it('can be held and goes on, and is refused with unknown variables', async () => {
    const organiser = await signedInAs(group.organizer)
    const { id, path } = await givenEvent()
    await rsvp(path, 'held@example.org')
    const saved = await organiser.send(`/manage/${group.id}/targeting/new`, {
      ...{ title: 'Held', match: 'any', status_accepted: 'on', [`action ${id}`]: 'include' },
    })
    const base = `${saved.headers['location']}/messages`
    const refused = await organiser.send(base, { subject: 'Hi {town}', html: '<p>x</p>', action: 'send' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('town')
    const late = await organiser.send(base, {
      ...{ subject: 'Late', html: '<p>x</p>', due: '2099-01-01T10:00', action: 'send' },
    })
    expect(late.status).toBe(400)
    expect(late.html).toContain('within 30 days')
    const at = new Date(Date.now() + 3_600_000)
    const due = at.toISOString().slice(0, 16)
    const { headers } = await organiser.send(base, {
      subject: 'Later',
      html: '<p>x</p>',
      due,
      action: 'send',
    })
    const message = headers['location'] as string
    await organiser.send(`${message}/pause`)
    expect((await organiser.open(message)).html).toContain('Paused')
    expect(await mailsDueAt(at)).toEqual([])
    await organiser.send(`${message}/resume`)
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
