import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { clockIn } from '../support/mail/mailed-events.js'
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { demo, get, givenEvent, givenInterfaceEvent, post, put } from '../support/service.js'

const { group } = demo
const MESSAGES = `/manage/${group.id}/messages`
const QUERIES = '/api/v2/targeting/queries'
const TOWN = { 'near.within': '10', 'near.unit': 'mi', 'near.location': 'Springfield, IL' }

/** The hidden inputs of the page of a new message. */
const EMPTY = { to: 'guests', did: 'accepted', event: '', 'near.within': '10', 'near.unit': 'mi', tag: '', save_as: '' }

let organizer: Browser
let walk: { id: string; path: string }
let dinner: { id: string; path: string }

/** Sends an RSVP of a person who lives somewhere. */
async function rsvp({ path }: { path: string }, name: string, postal_code: string, change?: object) {
  const { body } = await post(`${path}/attendances`, {
    person: {
      given_name: name,
      email_addresses: [{ address: `${name.toLowerCase()}@new.example`, status: 'subscribed' }],
      postal_addresses: [{ postal_code, country: 'US' }],
    },
  })
  if (change) await put(new URL(body._links.self.href).pathname, change)
}

const who = (fields: Record<string, string>) => organizer.send(`${MESSAGES}/new`, { ...EMPTY, ...fields })
const counted = async (fields: Record<string, string>) =>
  (await organizer.send(`${MESSAGES}/count`, { ...EMPTY, ...fields })).html
const saved = async () => (await get(QUERIES)).body.total_records as number

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  walk = await givenInterfaceEvent({ title: 'Walk', start_date: { wallClock: clockIn(-2) } })
  dinner = await givenInterfaceEvent({ title: 'Dinner', start_date: { wallClock: clockIn(2) } })
  const came = { 'service:attended': true }
  await rsvp(walk, 'Nia', '62701', came)
  await rsvp(walk, 'Oto', '60601', came)
  await rsvp(walk, 'Pam', '62701')
  await rsvp(dinner, 'Quin', '62701')
  await rsvp(dinner, 'Rea', '62701', { status: 'declined' })
  await mails()
})

describe('a new message', () => {
  it('begins with who gets it, in a sentence whose events carry their days', async () => {
    expect((await organizer.open(MESSAGES)).html).toContain(`href="${MESSAGES}/new"`)
    const draft = await givenInterfaceEvent({ title: 'Not yet', status: 'tentative' })
    const { html } = await organizer.open(`${MESSAGES}/new`)
    expect(html).toMatch(new RegExp(`<option value="${walk.id}">Walk · [A-Z][a-z]{2}, `))
    expect(html).not.toContain(draft.id)
  })

  it.each([
    ['are coming to', { did: 'accepted', event: 'dinner' }, '1 person gets this email'],
    ['came', { did: 'attended', event: 'walk' }, '2 people get this email'],
    ['did not come', { did: 'absent', event: 'walk' }, '1 person gets this email'],
    ['wait for a spot, which no one does', { did: 'tentative', event: 'dinner' }, 'No one matches yet.'],
    ['came and live near', { did: 'attended', event: 'walk', ...TOWN }, '1 person gets this email'],
    ['came and live elsewhere', { did: 'attended', event: 'walk', ...TOWN, 'near.location': 'Denver, CO' }, 'No one'],
    ['have not said which event', { did: 'attended' }, ''],
  ])('counts people who %s', async (_, { event, ...fields }: Record<string, string>, expected) => {
    const id = event === 'walk' ? walk.id : event === 'dinner' ? dinner.id : ''
    const answer = await counted({ ...fields, event: id })
    if (expected) expect(answer).toContain(expected)
    else expect(answer).toBe('')
  })

  it('counts everyone, and those who have not answered in any way', async () => {
    const number = async (fields: Record<string, string>) =>
      Number(/^(\d+) (person|people)/.exec(await counted(fields))?.[1])
    const near = { ...TOWN, 'near.location': '62701' }
    expect(await number({ to: 'everyone', ...near })).toBe(4)
    // Neither who comes nor who cannot come is among them.
    expect(await number({ did: 'unanswered', event: dinner.id, ...near })).toBe(2)
    expect(await number({ to: 'everyone' })).toBeGreaterThan(4)
  })

  it('goes to people who came and live near, and leaves no audience behind', async () => {
    const before = await saved()
    const next = await who({ did: 'attended', event: walk.id, ...TOWN })
    expect(next.status).toBe(303)
    const form = await organizer.open(next.headers['location'] as string)
    expect(form.html).toContain('They live within 10 miles of Springfield, IL')
    const hidden = Object.fromEntries(
      [...form.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>
    const message = { ...hidden, subject: 'Thank you', text: '{greeting}\n\nSee you.', draft: randomUUID() }
    const asked = await organizer.send(`${MESSAGES}/write`, { ...message, action: 'check' })
    expect(asked.html).toContain('Send to 1 person?')
    expect(asked.html).toContain('name="event"')
    const sent = await organizer.send(`${MESSAGES}/write`, { ...message, action: 'send' })
    expect(sent.status).toBe(303)
    expect((await organizer.open(sent.headers['location'] as string)).html).toContain('0 / 1')
    const received = await mailsDueAt(new Date(Date.now() + 31_000))
    expect(received.map(({ recipient }) => recipient)).toEqual(['nia@new.example'])
    expect(await saved()).toBe(before)
    // It is among the messages to the same people.
    const again = await organizer.open(next.headers['location'] as string)
    expect(again.html).toContain(`href="${sent.headers['location']}"`)
  })

  it('leads to the page of an event where its guests are all that was asked for', async () => {
    const { headers } = await who({ did: 'absent', event: walk.id })
    expect(headers['location']).toBe(`/manage/events/${walk.id}/messages?guests=absent`)
    expect((await organizer.open(headers['location'] as string)).html).toMatch(/value="absent" checked/)
  })

  it('to people who come to an event reaches them without the mailing list, also near a town', async () => {
    const party = await givenInterfaceEvent({ title: 'Party', start_date: { wallClock: clockIn(3) } })
    await rsvp(party, 'Sol', '62701')
    await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'sol@new.example', status: 'unsubscribed' }] },
    })
    const people = { did: 'accepted', event: party.id, ...TOWN }
    expect(await counted(people)).toContain('1 person gets this email')
    const { headers } = await who(people)
    expect((await organizer.open(headers['location'] as string)).html).toContain('even if they left the mailing list')
  })

  it('saves its audience under a name, and writes to a saved one', async () => {
    const before = await saved()
    const made = await who({ did: 'attended', event: walk.id, ...TOWN, save_as: 'Walkers nearby' })
    const messages = made.headers['location'] as string
    expect(messages).toMatch(/\/targeting\/[^/]+\/messages$/)
    expect((await organizer.open(messages)).html).toContain('Goes to 1 person')
    expect(await saved()).toBe(before + 1)
    const id = messages.split('/').at(-2) as string
    expect((await organizer.open(`${MESSAGES}/new`)).html).toContain('Walkers nearby (1)')
    const chosen = await who({ to: 'saved', saved: id })
    expect(chosen.headers['location']).toBe(messages)
    const none = await who({ to: 'saved', saved: '' })
    expect([none.status, none.html.includes('Or a saved audience: ')]).toEqual([400, true])
  })

  it('says what is missing, and goes on to no one', async () => {
    const none = await who({ did: 'attended' })
    expect(none.status).toBe(400)
    expect(none.html).toContain('<a href="#include">Events: Choose an event.</a>')
    const unknown = await who({ did: 'attended', event: walk.id, 'near.location': 'Qzxville Nowhere' })
    expect([unknown.status, unknown.html.includes('We do not know this town')]).toEqual([400, true])
    expect(unknown.html).toContain('value="Qzxville Nowhere"')
    const nobody = await who({ did: 'tentative', event: dinner.id })
    expect([nobody.status, nobody.html.includes('No one matches yet.')]).toEqual([200, true])
    const lost = await organizer.open(`${MESSAGES}/write`)
    expect([lost.status, lost.html.includes('Who gets it?')]).toEqual([400, true])
  })

  it('counts on a button, and keeps what was chosen', async () => {
    const { status, html } = await who({ did: 'attended', event: walk.id, ...TOWN, action: 'count' })
    expect([status, html.includes('1 person gets this email')]).toEqual([200, true])
    expect(html).toContain(`<option value="${walk.id}" selected`)
    expect(html).toContain('value="Springfield, IL"')
  })

  it('is for roles that may write to people, and about events of their group', async () => {
    expect((await (await signedInAs(group.member)).open(`${MESSAGES}/new`)).status).toBe(403)
    const stranger = await signedInAs(demo.other_group.creator)
    expect((await stranger.open(`${MESSAGES}/new`)).status).toBe(404)
    const theirs = `/manage/${demo.other_group.id}/messages`
    const refused = await stranger.send(`${theirs}/new`, { ...EMPTY, event: walk.id })
    expect(refused.status).toBe(400)
    expect((await stranger.send(`${theirs}/count`, { ...EMPTY, event: walk.id })).html).toBe('')
  })

  it('to guests of an event leaves no audience behind either', async () => {
    const { id, path } = await givenEvent({ title: 'Soup' })
    await rsvp({ path }, 'Tia', '62701')
    const before = await saved()
    const message = { subject: 'x', text: 'y', guests: 'coming', draft: randomUUID(), action: 'send' }
    expect((await organizer.send(`/manage/events/${id}/messages`, message)).status).toBe(303)
    expect(await saved()).toBe(before)
    await mailsDueAt(new Date(Date.now() + 31_000))
  })
})
