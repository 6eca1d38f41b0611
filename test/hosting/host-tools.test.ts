import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { givenHosted, givenHosting, mailTo, page, submitForm, typed } from '../support/given/hosting.js'
import { arrivals } from '../support/mail/arrivals.js'
import { mails, takeReceived } from '../support/mail/mail.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { demo, get, post, put, send, service, table } from '../support/service.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { trustHost } from '../../lib/hosting/store/hosting-store.js'

/* The tools of a host, by the link of the email alone. */

async function given(fields: object = {}, event: Record<string, string> = {}) {
  const { id } = await givenHosting({ 'service:hosting': 'open', ...fields })
  const name = Math.random().toString(36).slice(2)
  const hosted = await givenHosted(id, { email: `${name}@host.example`, ...event })
  const guests = [`ana.${name}@guests.example`, `ben.${name}@guests.example`]
  for (const [i, address] of guests.entries())
    await post(`/api/v2/events/${hosted.id}/attendances`, {
      person: {
        given_name: ['Ana', 'Ben'][i],
        phone_numbers: [{ number: '+1 202 555 0142' }],
        email_addresses: [{ address, status: 'subscribed' }],
      },
    })
  return { ...hosted, campaign: id, host: `${name}@host.example`, guests }
}

const tool = (link: string, name: string) => page(`${link}?page=${name}`)

async function edited(link: string, fields: Record<string, string>) {
  const revision = /name="revision" value="(\d+)"/.exec((await tool(link, 'edit')).text)?.[1] ?? ''
  return submitForm(link, { ...typed(fields), action: 'edit', revision })
}

describe('the guests of a host', () => {
  it('have names, and contacts only where the campaign says so', async () => {
    const closed = await given()
    const { text } = await tool(closed.link, 'guests')
    expect(text).toContain('Ana')
    expect(text).not.toContain('@guests.example')
    expect(text).not.toContain('5550142')
    const open = await given({ 'service:hosting_contacts': true })
    const listed = (await tool(open.link, 'guests')).text
    for (const address of open.guests) expect(listed).toContain(address)
  })

  it('are checked in at the door, found by name, and taken back', async () => {
    const { id, link } = await given()
    const door = await page(`${link}?page=door&find=an`)
    expect(door.text).toContain('Ana')
    expect(door.text).not.toContain('>Ben<')
    const guest = /name="guest" value="([\w-]+)"/.exec(door.text)?.[1] ?? ''
    const attended = async () => (await get(`/api/v2/events/${id}`)).body['service:totals'].attended as number
    expect((await submitForm(link, { action: 'check_in', guest, attended: 'yes' })).status).toBe(303)
    expect(await attended()).toBe(1)
    await submitForm(link, { action: 'check_in', guest, attended: 'yes' })
    expect(await attended()).toBe(1)
    await submitForm(link, { action: 'check_in', guest, attended: 'no' })
    expect(await attended()).toBe(0)
  })

  it('come in parts of a party, each part once, and are taken back together', async () => {
    const { id, link } = await given()
    await updateInterfaceEvent(`group:${demo.group.id}`, id, { max_guests: 5 }, eventDependencies(service))
    const made = await post(`/api/v2/events/${id}/attendances`, {
      person: { given_name: 'Party', email_addresses: [{ address: 'party@guests.example' }] },
      'service:guests': 3,
    })
    expect(made.body['service:guests']).toBe(3)
    const door = (await page(`${link}?page=door&find=party`)).text
    const guest = /name="guest" value="([\w-]+)"/.exec(door)?.[1] ?? ''
    expect(door.match(/<option/g)).toHaveLength(4)
    const totals = async () => {
      const { attended, attended_guests } = (await get(`/api/v2/events/${id}`)).body['service:totals']
      return [attended, attended_guests]
    }
    const arrive = (people: string, of: string = randomUUID()) =>
      submitForm(link, { action: 'check_in', guest, id: of, people })
    const first = randomUUID()
    expect((await arrive('2', first)).status).toBe(303)
    await arrive('2', first)
    expect(await totals()).toEqual([1, 1])
    expect((await page(`${link}?page=door&find=party`)).text).toContain('2 of 4 here')
    // Two hosts at once count no more people than there are.
    await Promise.all([arrive('2'), arrive('2')])
    expect(await totals()).toEqual([1, 3])
    expect((await page(`${link}?page=door&find=party`)).text).not.toContain('>Check in<')
    await arrive('-4')
    expect(await totals()).toEqual([0, 0])
    for (const people of ['0', 'two', '1.5', '99999']) expect((await arrive(people)).status).toBe(400)
    expect((await arrive('1', 'x')).status).toBe(400)
  })

  it('of another event are checked in by no host', async () => {
    const [one, other] = [await given(), await given()]
    const guest = /name="guest" value="([\w-]+)"/.exec((await tool(other.link, 'door')).text)?.[1] ?? ''
    expect((await submitForm(one.link, { action: 'check_in', guest, attended: 'yes' })).status).toBe(404)
    expect((await get(`/api/v2/events/${other.id}`)).body['service:totals'].attended).toBe(0)
  })
})

it('a host whom the team names as the contact gets the answers to mails, and is not asked by one', async () => {
  const { id, host } = await given()
  const contact = { email_address: host, public: false }
  await updateInterfaceEvent(`group:${demo.group.id}`, id, { contact }, eventDependencies(service))
  expect((await mails()).filter(({ kind }) => kind === 'confirm-address')).toEqual([])
  await post(`/api/v2/events/${id}/attendances`, { person: { email_addresses: [{ address: 'asks@guests.example' }] } })
  const { mail } = await mailTo('asks@guests.example', 'confirmation')
  expect(mail.replyTo?.value.map(({ address }) => address)).toEqual([host])
})

describe('a message of a host', () => {
  it('goes to who comes, once, as text, and answers go to the host; three a day', async () => {
    const { link, guests, host } = await given()
    const form = await tool(link, 'write')
    const draft = /name="draft" value="([\w-]+)"/.exec(form.text)?.[1] ?? ''
    takeReceived()
    const message = {
      action: 'write',
      subject: 'Bring {group} a bowl',
      message: 'Hi <script>x</script> **all**',
    }
    for (let i = 0; i < 2; i++) expect((await submitForm(link, { ...message, draft })).status).toBe(303)
    const came = await arrivals(({ kind }) => kind === 'message')((all) => expect(all).toHaveLength(2))
    expect(came.map(({ recipient }) => recipient).sort()).toEqual([...guests].sort())
    for (const { mail, text } of came) {
      expect(mail.replyTo?.value[0]?.address).toBe(host)
      expect(mail.subject).toBe('Bring group a bowl')
      expect(String(mail.html)).not.toContain('<script>')
      expect(text).toContain('Hi')
    }
    const again = () =>
      submitForm(link, { action: 'write', subject: 'More', message: 'Text', draft: crypto.randomUUID() })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await again()).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is refused without a subject or a text, with what was typed', async () => {
    const { link } = await given()
    const refused = await submitForm(link, { action: 'write', subject: '', message: 'Kept', draft: '' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Kept')
    expect(refused.text).toContain('id="subject-fault"')
  })

  it.each([
    ['Look at https://evil.example', 'Text'],
    ['More', 'Read [this](//evil.example/join)'],
    ['More', 'Read evil．example now'],
    ['More', 'see http:{}//evil.{}com/x now'],
  ])('has no link where no one on the team has looked at the event: %s, %s', async (subject, message) => {
    const { link } = await given()
    const refused = await submitForm(link, { action: 'write', subject, message, draft: crypto.randomUUID() })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Leave out links and addresses')
  })

  it('has no link at an event that was published before the campaign had reviews', async () => {
    const { link, campaign } = await given()
    await put(`/api/v2/event_campaigns/${campaign}`, { 'service:hosting': 'reviewed' })
    const message = { subject: 'More', message: 'Read evil.example', draft: randomUUID() }
    expect((await submitForm(link, { action: 'write', ...message })).status).toBe(400)
  })

  it('goes only to people on the mailing list once the event is over', async () => {
    const { link, id, guests } = await given()
    const left = { email_addresses: [{ address: guests[1], status: 'unsubscribed' }] }
    await post('/api/v2/people', { person: left })
    const past = { start_date: { wallClock: '2021-01-16T17:30:00' }, end_date: { wallClock: '2021-01-16T20:00:00' } }
    await updateInterfaceEvent(`group:${demo.group.id}`, id, past, eventDependencies(service))
    takeReceived()
    const message = { subject: 'Thanks', message: 'Come again', draft: randomUUID() }
    expect((await submitForm(link, { action: 'write', ...message })).status).toBe(303)
    await arrivals(({ kind }) => kind === 'message')((came) =>
      expect(came.map(({ recipient }) => recipient)).toEqual([guests[0]]),
    )
  })

  it('may have links once the team trusts the host', async () => {
    const { link, id, campaign } = await given()
    const { creator } = (await loadEvent(table, id)) as OsdiEvent
    await trustHost(table, campaign, creator, new Date())
    const message = { subject: 'More', message: 'Read [this](https://events.example/more)', draft: crypto.randomUUID() }
    expect((await submitForm(link, { action: 'write', ...message })).status).toBe(303)
  })
})

it('the tools of a host work at an event that is private, closed, and approves RSVPs; who asks is not at the door', async () => {
  const { id, link } = await given()
  const own = { visibility: 'private', approval: true } as const
  await updateInterfaceEvent(`group:${demo.group.id}`, id, own, eventDependencies(service))
  await rsvpSettings({ browser_rsvps: true })
  const { body } = await submit(id, { email: 'cleo@guests.example', name: 'Cleo' })
  expect(body['service:standing']).toBe('requested')
  const closed = { rsvps_close: '2021-01-01T00:00:00' }
  await updateInterfaceEvent(`group:${demo.group.id}`, id, closed, eventDependencies(service))
  expect((await page(link)).status).toBe(200)
  const [guests, door] = [(await tool(link, 'guests')).text, (await tool(link, 'door')).text]
  expect(guests).toContain('Cleo')
  expect(door).toContain('Ana')
  expect(door).not.toContain('Cleo')
  expect((await edited(link, { title: 'Quiet soup' })).status).toBe(303)
  expect((await get(`/api/v2/events/${id}`)).body).toMatchObject({
    title: 'Quiet soup',
    visibility: 'private',
    'service:rsvps_close': '2021-01-01T00:00:00Z',
    'service:approval': true,
    'service:totals': { accepted: 2, requested: 1 },
  })
})

describe('an edit of a host', () => {
  it('changes the event at once where no one reviews it, and not below who comes', async () => {
    const { id, link } = await given()
    expect((await edited(link, { title: 'Soup for all', capacity: '5' })).status).toBe(303)
    expect((await get(`/api/v2/events/${id}`)).body).toMatchObject({ title: 'Soup for all' })
    const fewer = await edited(link, { capacity: '1' })
    expect(fewer.status).toBe(400)
    expect(fewer.text).toContain('id="capacity-fault"')
    const late = await edited(link, { end: '2031-01-16T01:00' })
    expect(late.status).toBe(400)
    expect(late.text).toContain('id="end-fault"')
  })

  it('works on after hosting was switched off', async () => {
    const { campaign, link } = await given()
    await send('PUT', `/api/v2/event_campaigns/${campaign}`, JSON.stringify({ 'service:hosting': 'off' }))
    expect((await page(link)).status).toBe(200)
    expect((await edited(link, { title: 'Still here' })).status).toBe(303)
  })
})

describe('an event that the team has declined', () => {
  it('is edited by its host and sent again, and waits for the team', async () => {
    const { id } = await givenHosting()
    const { id: event, link } = await givenHosted(id, { email: 'mends@host.example' })
    const path = `/api/v2/events/${event}`
    await put(path, { 'service:review': { state: 'declined', note: 'Name a room, please' } })
    const { text } = await mailTo('mends@host.example', 'host-declined')
    expect(text).toContain('can’t publish Soup and phone bank yet.')
    expect(text).toContain(`${link}?page=edit`)
    expect((await page(link)).text).toContain('>Edit and send again<')
    const sent = await edited(link, { title: 'Soup in the library' })
    expect(sent.headers['location']).toContain('done=again')
    expect((await page(sent.headers['location'] as string)).text).toContain('The team will look at it again')
    expect((await get(path)).body).toMatchObject({ status: 'tentative', 'service:review': { state: 'waiting' } })
    expect((await put(path, { 'service:review': { state: 'approved' } })).body).toMatchObject({
      status: 'confirmed',
      title: 'Soup in the library',
    })
    expect((await page(`/events/${event}`)).status).toBe(308)
  })

  it('is one that was never public: what its host cancels later stays canceled', async () => {
    const { id } = await givenHosting()
    const { id: event, link } = await givenHosted(id, { email: 'ends@host.example' })
    const path = `/api/v2/events/${event}`
    await put(path, { 'service:review': { state: 'approved' } })
    await edited(link, { title: 'Another title' })
    await put(path, { 'service:review': { state: 'declined', note: 'Keep the first' } })
    const { text } = await mailTo('ends@host.example', 'host-declined')
    expect(text).toContain('which stays as it was')
    await submitForm(link, { action: 'cancel' })
    expect((await page(link)).text).not.toContain('>Edit and send again<')
    expect((await submitForm(link, { ...typed(), action: 'edit', revision: '99' })).status).toBe(409)
    expect((await get(path)).body.status).toBe('cancelled')
  })
})

it('an event is canceled by its host, who then has guests to look at and nothing to change', async () => {
  const { id, link, guests } = await given()
  takeReceived()
  expect((await tool(link, 'cancel')).text).toContain('We’ll email 2 people about it.')
  expect((await submitForm(link, { action: 'cancel' })).status).toBe(303)
  expect((await submitForm(link, { action: 'cancel' })).status).toBe(303)
  expect((await get(`/api/v2/events/${id}`)).body.status).toBe('cancelled')
  await mailTo(guests[0] as string, 'cancelled')
  const { text } = await page(link)
  expect(text).toContain('This event is canceled.')
  expect(text).not.toContain('page=edit')
  expect(text).toContain('page=guests')
})

it('the page of a host speaks the language of its reader, from the right in Arabic', async () => {
  const { link, campaign } = await given()
  const arabic = await page(`${link}?page=guests&lang=ar`)
  expect(arabic.text).toContain('dir="rtl"')
  expect(arabic.text).toContain('الضيوف')
  expect((await page(`/event_campaigns/${campaign}/host?lang=es`)).text).toContain('Organizar un evento')
})
