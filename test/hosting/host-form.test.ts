import { expect, it } from 'vitest'
import { mails } from '../support/mail/mail.js'
import { signedInAs } from '../support/clients/organizer.js'
import { loadPerson } from '../../lib/people/store/find-people.js'
import { UNKNOWN_ID, demo, get, idOf, post, put, table, visit } from '../support/service.js'
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

it('the page for hosts shows no form while hosting is off, or where there is no campaign', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'off' })
  for (const each of [id, UNKNOWN_ID, 'x']) {
    expect((await page(`/event_campaigns/${each}/host`)).status).toBe(404)
    expect((await hostForm(each, typed())).status).toBe(404)
  }
})

it('the page for hosts shows the form with the pitch of the team, and what the event will look like', async () => {
  const { id } = await givenHosting()
  const form = await page(`/event_campaigns/${id}/host`)
  expect(form.status).toBe(200)
  expect(form.text).toContain('A table is an event.')
  const preview = await hostForm(id, typed())
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('Soup and phone bank')
  expect(preview.text).toContain('name="confirmed"')
  expect((await get(`/api/v2/event_campaigns/${id}/events`)).body.total_records).toBe(0)
})

it('a host says what kind of event it is and what the place has, which the preview keeps and the team sees', async () => {
  const { id } = await givenHosting()
  const said = { kind: 'house_party', access_step_free: 'yes', access_notes: 'Ring <twice>' }
  const preview = await hostForm(id, typed(said))
  for (const [name, value] of Object.entries({ ...said, access_notes: 'Ring &lt;twice&gt;' }))
    expect(preview.text).toContain(`name="${name}" value="${value}"`)
  const hosted = await givenHosted(id, { ...said, email: 'notes@host.example' })
  expect((await get(`/api/v2/events/${hosted.id}`)).body).toMatchObject({
    'service:kind': 'house_party',
    'service:accessibility': { step_free: 'yes', notes: 'Ring <twice>' },
  })
  const organizer = await signedInAs(demo.group.organizer)
  const { html } = await organizer.open(`/manage/${demo.group.id}/campaigns/${id}/review`)
  expect(html).toContain('House party')
  expect(html).toContain('Ring &lt;twice&gt;')
  const wrong = await hostForm(id, typed({ kind: 'picnic', access_notes: 'n'.repeat(301) }))
  for (const name of ['kind', 'access_notes']) expect(wrong.text).toContain(`id="${name}-fault"`)
})

it('the ticked box of a host is kept with the person once the link is used, by its words, with when and where', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const known = await post('/api/v2/people', {
    person: { email_addresses: [{ address: 'known.box@host.example', status: 'unsubscribed' }] },
  })
  for (const [fields, email] of [
    [{ opt_in: 'yes' }, 'new.box@host.example'],
    [{ opt_in: 'yes' }, 'known.box@host.example'],
    [{}, 'no.box@host.example'],
  ] as const) {
    const hosted = await givenHosted(id, { ...fields, email })
    const { body } = await get(`/api/v2/events/${hosted.id}`)
    const person = await loadPerson(table, (body._links['osdi:creator'].href as string).split('/').at(-1) as string)
    const proof = {
      date: expect.any(String),
      confirmed_date: expect.any(String),
      text: expect.stringMatching(/^I want to hear from \S.* by email\.$/),
      page: `https://events.example.org/event_campaigns/${id}/host`,
    }
    expect(person?.opt_ins).toEqual('opt_in' in fields ? [proof] : undefined)
    expect(person?.email_addresses[0]?.status).toBe('opt_in' in fields ? 'subscribed' : 'unsubscribed')
    if (email.startsWith('known')) expect(person?.id).toBe(idOf(known))
  }
})

it('the form for hosts keeps what was typed and names every fault beside its field', async () => {
  const { id } = await givenHosting({
    'service:hosting_from': '2031-01-10',
    'service:hosting_until': '2031-01-20',
  })
  const refused = await hostForm(id, typed({ title: '', email: 'x', start: '2031-02-01T10:00', capacity: '0' }))
  expect(refused.status).toBe(400)
  for (const name of ['title', 'email', 'start', 'capacity']) expect(refused.text).toContain(`id="${name}-fault"`)
  expect(refused.text).toContain('18 Maple Court')
})

it.each(['Prize at https://evil.example/t', 'Prize at ｗｗｗ.evil.example'])(
  'a title of a host, which is the subject of emails, has no link: %s',
  async (title) => {
    const { id } = await givenHosting()
    const refused = await hostForm(id, typed({ title }))
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="title-fault"')
  },
)

it.each([
  ['no place', '', 400],
  ['a town alone', 'Chatham, IL', 400],
  ['a venue without a town', 'Union Hall', 400],
  ['a street and a town', '18 Maple Court, Chatham, IL', 200],
  ['a venue and a town', 'Union Hall, Chatham, IL', 200],
] as const)('an event of a supporter in person needs a venue or a street, and a town: %s', async (_, where, status) => {
  const { id } = await givenHosting()
  const answer = await hostForm(id, typed({ where }))
  expect([answer.status, answer.text.includes('id="where-fault"')]).toEqual([status, status === 400])
  expect((await hostForm(id, typed({ where, mode: 'online' }))).status).toBe(200)
})

it('the line of an address is read as its country writes it, and one that a host leaves alone keeps its parts', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const where = 'Folkets hus, Storgata 95, 9008 Tromsø'
  const hosted = await givenHosted(id, { email: 'nord@host.example', where, country: 'NO' })
  const location = {
    venue: 'Folkets hus',
    address_lines: ['Storgata 95'],
    locality: 'Tromsø',
    postal_code: '9008',
    country: 'NO',
  }
  expect((await get(`/api/v2/events/${hosted.id}`)).body.location).toMatchObject(location)
  // No line has a region apart from its town in Norway: what a program has set stays.
  await put(`/api/v2/events/${hosted.id}`, { location: { region: 'Troms' } })
  const { text } = await page(`${hosted.link}?page=edit`)
  expect(text).toContain(`value="${where}`)
  const shown = /name="where"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="where"/.exec(text)
  const revision = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? ''
  await submitForm(hosted.link, {
    ...typed({ where: shown?.[1] ?? shown?.[2] ?? '', country: 'NO', title: 'Another title' }),
    action: 'edit',
    revision,
  })
  const { body } = await get(`/api/v2/events/${hosted.id}`)
  expect(body).toMatchObject({ title: 'Another title', location: { ...location, region: 'Troms' } })
})

it('the link in the email makes an event that the team has to review, once, and its host a person of the group', async () => {
  const { id } = await givenHosting()
  const link = await givenLink(id, { email: 'priya1@host.example' })
  const preview = await page(link)
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('Send the event to the team')
  expect((await get(`/api/v2/event_campaigns/${id}/events`)).body.total_records).toBe(0)

  const answers = await Promise.all([1, 2, 3].map(() => submitForm(link, { action: 'publish' })))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect((await submitForm(link, { action: 'publish' })).status).toBe(303)
  const { body } = await get(`/api/v2/event_campaigns/${id}/events`)
  expect(body.total_records).toBe(1)
  const [event] = body._embedded['osdi:events']
  expect(event).toMatchObject({
    title: 'Soup and phone bank',
    status: 'tentative',
    'service:review': { state: 'waiting' },
  })
  const creator = await get(new URL(event._links['osdi:creator'].href).pathname)
  expect(creator.body).toMatchObject({
    given_name: 'Priya',
    email_addresses: [{ address: 'priya1@host.example', status: 'unsubscribed' }],
  })
  const path = new URL(event._links.self.href).pathname
  const eventId = path.split('/').at(-1) as string
  expect((await page(`/events/${eventId}`)).status).toBe(404)
  expect((await page(link)).text).toContain('We’re reviewing your event')

  const approved = await put(path, {
    'service:review': { state: 'approved', note: 'Thank you', date: 'x' },
    status: 'cancelled',
  })
  expect(approved.body).toMatchObject({
    status: 'confirmed',
    'service:review': { state: 'approved', note: 'Thank you' },
  })
  expect(approved.headers['osdi-ignored']).toBe('status, service:review.date')
  expect((await visit(`/events/${eventId}`)).status).toBe(200)
  const mail = await mailTo('priya1@host.example', 'host-approved')
  expect(mail.text).toContain('Bring the list of homes')
  expect(mail.text).toContain(link)
  const again = await put(path, { 'service:review': { state: 'declined' } })
  expect(again.body['service:review'].state).toBe('approved')
  expect(again.headers['osdi-ignored']).toBe('service:review')
})

it('the link in the email publishes the event at once where hosting is open', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(id, { email: 'open@host.example' })
  expect((await visit(`/events/${hosted.id}`)).status).toBe(200)
  expect((await get(`/api/v2/events/${hosted.id}`)).body).not.toHaveProperty('service:review')
  await mailTo('open@host.example', 'host-approved')
})

it('a host answers guests where the box of the form is ticked, with the verified address, and otherwise does not', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  expect((await page(`/event_campaigns/${id}/host`)).text).not.toMatch(/name="guests_write"[^>]*checked/)
  const preview = await hostForm(id, typed({ guests_write: 'yes' }))
  expect(preview.text).toContain('name="guests_write" value="yes"')
  for (const [fields, host] of [
    [{ guests_write: 'yes' }, 'writes@host.example'],
    [{}, 'silent@host.example'],
  ] as const) {
    const hosted = await givenHosted(id, { ...fields, email: host })
    const contact = 'guests_write' in fields ? { email_address: host, public: false } : undefined
    expect((await get(`/api/v2/events/${hosted.id}`)).body['service:contact']).toEqual(contact)
    expect((await mails()).filter(({ kind }) => kind === 'confirm-address')).toEqual([])
    const guest = `guest-of-${host}`
    await post(`/api/v2/events/${hosted.id}/attendances`, { person: { email_addresses: [{ address: guest }] } })
    const { mail } = await mailTo(guest, 'confirmation')
    expect(mail.replyTo?.value.map(({ address }) => address)).toEqual(contact && [host])
  }
})

it('the link in the email makes nothing after hosting was switched off', async () => {
  const { id, path } = await givenHosting()
  const link = await givenLink(id, { email: 'late@host.example' })
  await put(path, { 'service:hosting': 'off' })
  expect((await page(link)).status).toBe(409)
  expect((await submitForm(link, { action: 'publish' })).status).toBe(409)
  expect((await get(`${path}/events`)).body.total_records).toBe(0)
})
