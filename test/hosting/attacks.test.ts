import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { trustHost } from '../../lib/hosting/store/hosting-store.js'
import { withoutLinks } from '../../lib/mail/strangers-text.js'
import { signedInAs } from '../support/clients/organizer.js'
import { demo, get, idOf, post, put, service, table, visit } from '../support/service.js'
import { takeReceived } from '../support/mail/mail.js'
import {
  givenHosted,
  givenHosting,
  givenLink,
  hostForm,
  mailTo,
  page,
  submitForm,
  typed,
} from '../support/given/hosting.js'

it('the form for hosts asks a program that fills in what people do not see for a proof of work', async () => {
  const { id } = await givenHosting()
  const refused = await hostForm(id, typed({ website_2: 'x', confirmed: '1' }))
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('Wait a minute')
})

it('the form for hosts mails a mailbox three unanswered links at most, and answers the same', async () => {
  const { id } = await givenHosting()
  const answers = []
  for (const address of ['a@many.example', 'a+1@many.example', 'A@many.example', 'a+2@many.example'])
    answers.push(await hostForm(id, typed({ email: address, confirmed: '1' })))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await givenLink(id, { email: 'other@one.example' })
  // The mails of the three were asked for before this one.
  const more = takeReceived().filter(({ recipient }) => recipient.endsWith('@many.example'))
  expect(more.length).toBeLessThanOrEqual(3)
})

it.each([
  ['Win at https://spam.example/x now', 'Win at … now'],
  ['buy.example and me@spam.example', '… and …'],
  ["St. Paul's at 5 p.m.", "St. Paul's at 5 p.m."],
  ['Pay at evil。com or evil．com/x', 'Pay at … or …'],
  ['Go to 1.2.3.4/login now', 'Go to … now'],
  ['Call +1 (303) 555-0199 tonight', 'Call … tonight'],
  ['At हिन्दी.com or ex🙂.com', 'At … or …'],
  ['Room 12, 5 to 7, on 2031-01-16', 'Room 12, 5 to 7, on 2031-01-16'],
])('the form for hosts writes the title %j into the mail as %j', (title, written) => {
  expect(withoutLinks(title)).toBe(written)
})

it('the form for hosts writes nothing into the email that was typed but the title', async () => {
  const { id } = await givenHosting()
  await hostForm(
    id,
    typed({ email: 'victim@mail.example', given_name: 'Buy pills', description: 'SPAM', confirmed: '1' }),
  )
  const { text, mail } = await mailTo('victim@mail.example', 'host-verify')
  expect(text).not.toMatch(/pills|SPAM|Maple/)
  expect(mail.headers.has('x-turnout-event')).toBe(false)
})

it.each(['>'.repeat(5_000), '1. '.repeat(1_666), '*a_'.repeat(1_666)])(
  'the form for hosts refuses a text that would keep the parser busy: %#',
  async (description) => {
    const { id } = await givenHosting()
    const { status, text } = await hostForm(id, typed({ description }))
    expect([status, text.includes('id="description-fault"')]).toEqual([400, true])
  },
)

it('the page of an event shows the street of a home to no one without a seat', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(id, { email: 'home@host.example', address_shown: 'guests' })
  const { text } = await visit(`/events/${hosted.id}`)
  expect(text).toContain('Chatham')
  expect(text).not.toContain('Maple')
  expect((await page(`/event_campaigns/${id}/events.json`)).text).not.toContain('Maple')
})

it('an edit of the time or the words by a host is kept back until the team approves it', async () => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: 'later@host.example' })
  const path = `/api/v2/events/${hosted.id}`
  await put(path, { 'service:review': { state: 'approved' } })
  const edit = async (fields: Record<string, string>) => {
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${hosted.link}?page=edit`)).text)?.[1]
    return submitForm(hosted.link, { ...typed(fields), action: 'edit', revision: revision ?? '' })
  }
  expect((await edit({ start: '2031-01-17T10:00', end: '', title: 'Soup' })).status).toBe(303)
  const waiting = (await get(path)).body
  expect(waiting).toMatchObject({
    title: 'Soup and phone bank',
    status: 'confirmed',
    start_date: '2031-01-16T17:30:00Z',
    'service:review': { state: 'waiting', change: { start_date: '2031-01-17T10:00:00', title: 'Soup' } },
  })
  const approved = await put(path, { 'service:review': { state: 'approved' } })
  expect(approved.body).toMatchObject({ title: 'Soup', start_date: '2031-01-17T10:00:00Z' })
  expect(approved.body['service:review']).not.toHaveProperty('change')
  // Another edit, which the team declines.
  await edit({ start: '2031-01-18T10:00', end: '' })
  const declined = await put(path, { 'service:review': { state: 'declined', note: 'Too late' } })
  expect(declined.body).toMatchObject({ status: 'confirmed', start_date: '2031-01-17T10:00:00Z' })
})

it('the approval of another title leaves the time and the place that the team has changed since', async () => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: 'title@host.example' })
  const path = `/api/v2/events/${hosted.id}`
  await put(path, { 'service:review': { state: 'approved' } })
  const edit = async (fields: Record<string, string>) => {
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${hosted.link}?page=edit`)).text)?.[1]
    await submitForm(hosted.link, { ...typed(fields), action: 'edit', revision: revision ?? '' })
    return (await get(path)).body
  }
  const waiting = await edit({ title: 'Only soup' })
  expect(waiting['service:review'].change).toEqual({ title: 'Only soup' })
  const moved = { start_date: '2031-02-01T10:00:00Z', end_date: '2031-02-01T12:00:00Z' }
  await put(path, { ...moved, location: { venue: 'The hall' } })
  const { body } = await put(path, { 'service:review': { state: 'approved' } })
  expect(body).toMatchObject({ title: 'Only soup', ...moved, location: { venue: 'The hall' } })
  const later = await edit({ title: 'Only soup', where: 'The hall, 18 Maple Court, Chatham, IL 62629', end: '' })
  expect(Object.keys(later['service:review'].change).sort()).toEqual(['end_date', 'start_date'])
})

it('a link of another event, or with another letter, opens nothing', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const { link } = await givenHosted(id, { email: 'link@host.example' })
  const other = link.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await page(other)).status).toBe(404)
  expect((await submitForm(other, { action: 'cancel' })).status).toBe(404)
})

describe('a form in the name of another person', () => {
  it('changes nothing of this person, before and after the link', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const known = await post('/api/v2/people', {
      person: {
        given_name: 'Wei',
        family_name: 'Chen',
        phone_numbers: [{ number: '+1 202 555 0142' }],
        email_addresses: [{ address: 'wei@known.example', status: 'subscribed' }],
      },
    })
    const link = await givenLink(id, { email: 'wei@known.example', given_name: 'Mallory', phone: '' })
    const path = `/api/v2/people/${idOf(known)}`
    expect((await get(path)).body).toMatchObject({ given_name: 'Wei', family_name: 'Chen' })
    // The link proves the mailbox. The team's record of the person stays as it is.
    expect((await submitForm(link, { action: 'publish' })).status).toBe(303)
    expect((await get(path)).body).toMatchObject({
      given_name: 'Wei',
      family_name: 'Chen',
      email_addresses: [{ address: 'wei@known.example', status: 'subscribed' }],
    })
  })

  it('subscribes nobody whose number the host types', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const known = await post('/api/v2/people', {
      person: {
        phone_numbers: [{ number: '+1 202 555 0186' }],
        email_addresses: [{ address: 'called@known.example', status: 'unsubscribed' }],
      },
    })
    const path = `/api/v2/people/${idOf(known)}`
    await givenHosted(id, { email: 'caller@host.example', phone: '+1 202 555 0186', opt_in: '1' })
    expect((await get(path)).body.email_addresses[0].status).toBe('unsubscribed')
  })

  it('does not show whether the address is known, nor the link', async () => {
    const { id } = await givenHosting()
    const answers = []
    for (const email of ['wei@known.example', 'no.one@unknown.example'])
      answers.push(await hostForm(id, typed({ email, confirmed: '1' })))
    expect(answers[0]?.text).toBe(answers[1]?.text)
    for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain('/host/')
  })

  it('is confirmed by no link that another key has made for this purpose, nor by that of an RSVP', async () => {
    for (const token of ['x', 'A'.repeat(50), 'A'.repeat(200), '..%2f..'])
      expect((await page(`/host/${token}`)).status).toBe(404)
  })
})

describe('a bot that hosts', () => {
  it('gets a challenge once a campaign has got many forms in a minute, and makes nothing', async () => {
    const { id } = await givenHosting()
    const owners = ownerStore(table)
    await owners.changeSettings(`group:${demo.group.id}`, { rsvps_per_event: 8 })
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await hostForm(id, typed({ email: `bot${i}@bots.example`, confirmed: '1' }))).status)
    await owners.changeSettings(`group:${demo.group.id}`, { rsvps_per_event: null })
    expect(statuses).toEqual([...Array<number>(8).fill(200), ...Array<number>(4).fill(429)])
    expect((await get(`/api/v2/event_campaigns/${id}/events`)).body.total_records).toBe(0)
  })

  it('makes nothing by scripts in any field: what is reviewing is text', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const nasty = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const hosted = await givenHosted(id, {
      email: 'nasty@host.example',
      title: `Soup ${nasty}`,
      description: `Hi ${nasty}`,
      where: `${nasty}, 18 Maple Court, Chatham, IL 62629`,
      join_url: 'https://join.example/?a=b',
    })
    for (const path of [`/events/${hosted.id}`, `/event_campaigns/${id}`, hosted.link, `${hosted.link}?page=edit`]) {
      const { text } = await page(path)
      expect([path, text.includes('<script>alert')]).toEqual([path, false])
      expect([path, /<img[^>]*onerror/.test(text)]).toEqual([path, false])
    }
    const refused = await hostForm(id, typed({ join_url: 'javascript:alert(1)' }))
    expect(refused.text).toContain('id="join_url-fault"')
  })
})

describe('an approved event', () => {
  const editOf = async (link: string, fields: Record<string, string>) => {
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${link}?page=edit`)).text)?.[1]
    return { ...typed(fields), action: 'edit', revision: revision ?? '' }
  }

  it('keeps its words on all surfaces until the team approves others, and its address follows its title', async () => {
    const { id } = await givenHosting()
    const hosted = await givenHosted(id, { email: 'text@host.example', title: 'Harmless supper' })
    const path = `/api/v2/events/${hosted.id}`
    await put(path, { 'service:review': { state: 'approved' } })
    const slug = async () => new URL((await page(`/events/${hosted.id}`)).headers['location'] ?? '').pathname
    expect(await slug()).toBe('/e/harmless-supper')
    const words = { title: 'Free iPhones', description: 'Come to evil.', access_notes: 'Pay evil Bob at the gate' }
    const sent = await editOf(hosted.link, words)
    expect((await submitForm(hosted.link, sent)).status).toBe(303)
    // A form that is sent again, or an old one, changes nothing.
    expect((await submitForm(hosted.link, { ...sent, title: 'Older' })).status).toBe(409)
    for (const surface of [await slug(), `/event_campaigns/${id}/events.json`, '/e/harmless-supper'])
      expect((await page(surface)).text).not.toMatch(/Free iPhones|evil/)
    // The form of the host has what waits, so that sending it again takes nothing back.
    expect((await page(`${hosted.link}?page=edit`)).text).toContain('Free iPhones')
    const organizer = await signedInAs(demo.group.organizer)
    const reviewing = await organizer.open(`/manage/${demo.group.id}/campaigns/${id}/review`)
    for (const word of ['Free iPhones', 'Come to evil.', 'Pay evil Bob at the gate', 'Harmless supper', 'Come hungry.'])
      expect(reviewing.html).toContain(word)
    const { body } = await put(path, { 'service:review': { state: 'approved' } })
    expect(body).toMatchObject({ title: 'Free iPhones', description: expect.stringContaining('evil') })
    const access = async () => (await get(path)).body['service:accessibility']
    expect(await access()).toEqual({ notes: 'Pay evil Bob at the gate' })
    // Answers of yes and no are no text: they are true at once.
    await submitForm(hosted.link, await editOf(hosted.link, { ...words, access_step_free: 'yes', kind: 'meeting' }))
    expect(await access()).toEqual({ notes: 'Pay evil Bob at the gate', step_free: 'yes' })
    expect((await get(path)).body).toMatchObject({ 'service:kind': 'meeting', 'service:review': { state: 'approved' } })
    expect(await slug()).toBe('/e/free-iphones')
    expect((await page('/e/harmless-supper')).headers['location']).toContain('/e/free-iphones')
  })

  it('is the one that was looked at: an edit meanwhile is displayed first, and no button passes the review by', async () => {
    const { id } = await givenHosting()
    const hosted = await givenHosted(id, { email: 'race@host.example', title: 'Looked at' })
    const organizer = await signedInAs(demo.group.organizer)
    const review = `/manage/${demo.group.id}/campaigns/${id}/review`
    const seenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
    const form = (html: string) => ({ event: hosted.id, seen: seenIn(html, 'seen'), decision: 'approve' })
    const looked = await organizer.open(review)
    const draft = await organizer.open(`/manage/events/${hosted.id}`)
    expect(draft.html).toContain(`${review}?event=${hosted.id}`)
    expect(draft.html).not.toMatch(/\/(publish|discard)"/)
    await submitForm(hosted.link, await editOf(hosted.link, { title: 'Not looked at' }))
    const refused = await organizer.send(review, form(looked.html))
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('Not looked at')])
    for (const passing of ['publish', 'discard'])
      expect((await organizer.send(`/manage/events/${hosted.id}/${passing}`)).headers['location']).toBe(
        `${review}?event=${hosted.id}`,
      )
    const state = async () => (await get(`/api/v2/events/${hosted.id}`)).body.status
    expect(await state()).toBe('tentative')
    expect((await organizer.send(review, form(refused.html))).status).toBe(303)
    expect(await state()).toBe('confirmed')
  })

  it('is changed at once by a host whom the team trusts', async () => {
    const { id } = await givenHosting()
    const hosted = await givenHosted(id, { email: 'trusted@host.example', title: 'Of trust' })
    const organizer = await signedInAs(demo.group.organizer)
    const review = `/manage/${demo.group.id}/campaigns/${id}/review`
    const seen = /name="seen" value="([^"]+)"/.exec((await organizer.open(review)).html)?.[1] ?? ''
    await organizer.send(review, { event: hosted.id, seen, decision: 'trust' })
    const hint = async () => (await get(`${hosted.link}?page=edit`, { key: null })).text
    expect(await hint()).toContain('Your changes show right away')
    await submitForm(hosted.link, await editOf(hosted.link, { title: 'Of much trust' }))
    const { body } = await get(`/api/v2/events/${hosted.id}`)
    expect(body).toMatchObject({ title: 'Of much trust', 'service:review': { state: 'approved' } })
  })

  it('lets no host decide, hide, move to another campaign, or set what is the team’s', async () => {
    const { id } = await givenHosting()
    const hosted = await givenHosted(id, { email: 'decide@host.example' })
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${hosted.link}?page=edit`)).text)?.[1]
    await submitForm(hosted.link, {
      ...typed(),
      action: 'edit',
      revision: revision ?? '',
      status: 'confirmed',
      hidden: 'false',
      event_campaign_id: 'x',
      review: 'approved',
      'service:review': 'approved',
      decision: 'approve',
    })
    expect((await get(`/api/v2/events/${hosted.id}`)).body).toMatchObject({
      status: 'tentative',
      'service:review': { state: 'waiting' },
    })
    expect((await submitForm(hosted.link, { action: 'approve' })).status).toBe(400)
  })
})

it('the street of a home is on no surface without a key, and guests see it', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(id, {
    email: 'house@host.example',
    address_shown: 'guests',
    title: 'At ours',
    where: 'Blue door, 18 Maple Court, Chatham, IL 62629',
  })
  const paths = [`/events/${hosted.id}`, `/events/${hosted.id}/frame`, `/embed/events/${hosted.id}`]
  const lists = ['', '/events.json', '/events.geojson', '/calendar.ics', '/events.json?near=62629']
  for (const path of [...paths, ...lists.map((each) => `/event_campaigns/${id}${each}`)]) {
    const { text, status } = await visit(path)
    expect([path, status, /Maple|Blue door/.test(text)]).toEqual([path, 200, false])
  }
  const { body } = await post(`/api/v2/events/${hosted.id}/attendances`, {
    person: { email_addresses: [{ address: 'comes@house.example' }] },
  })
  const own = new URL(body._links['service:self_service'].href).pathname
  expect((await page(own)).text).toContain('18 Maple Court')
})

describe('trust in a host', () => {
  it('is not had by the phone number of one: nothing proves it', async () => {
    const { id } = await givenHosting()
    const number = '+1 202 555 0164'
    const known = idOf(await post('/api/v2/people', { person: { phone_numbers: [{ number }] } }))
    await trustHost(table, id, known, new Date())
    const hosted = await givenHosted(id, { email: 'borrowed@host.example', phone: number })
    expect((await get(`/api/v2/events/${hosted.id}`)).body).toMatchObject({
      status: 'tentative',
      'service:review': { state: 'waiting' },
    })
    expect((await loadEvent(table, hosted.id))?.creator).not.toBe(known)
    expect((await get(`/api/v2/people/${known}`)).body.email_addresses ?? []).toEqual([])
  })

  it('approves what the host publishes', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const fields = { email: 'known@host.example' }
    const { creator } = (await loadEvent(table, (await givenHosted(id, fields)).id)) ?? {}
    await trustHost(table, id, creator as string, new Date())
    const { body } = await get(`/api/v2/events/${(await givenHosted(id, fields)).id}`)
    expect(body).toMatchObject({ status: 'confirmed', 'service:review': { state: 'approved' } })
  })
})

it('an event that the team cancels and hides is not sent again, also where they had declined a change of it', async () => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: 'back@host.example' })
  const path = `/api/v2/events/${hosted.id}`
  const review = (state: string) => put(path, { 'service:review': { state } })
  const edit = async (start: string) => {
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${hosted.link}?page=edit`)).text)?.[1] ?? ''
    return submitForm(hosted.link, { ...typed({ start, end: '' }), action: 'edit', revision })
  }
  await review('approved')
  await edit('2031-01-17T10:00')
  await review('declined')
  const before = (await loadEvent(table, hosted.id)) as OsdiEvent
  await updateInterfaceEvent(before.owner, hosted.id, { hidden: true }, eventDependencies(service))
  await cancelEvent(before.owner, hosted.id, eventDependencies(service))
  const sent = { ...typed({ start: '2031-01-18T10:00', end: '' }), action: 'edit' }
  const revision = String(((await loadEvent(table, hosted.id)) as OsdiEvent).revision)
  expect((await submitForm(hosted.link, { ...sent, revision })).status).toBe(409)
  expect(await loadEvent(table, hosted.id)).toMatchObject({ status: 'cancelled', hidden: true })
})
