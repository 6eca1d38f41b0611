import { beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { clockIn } from '../support/mail/mailed-events.js'
import { mails } from '../support/mail/mail.js'
import { submit } from '../support/clients/visitors.js'
import { UNKNOWN_ID, demo, get, givenEvent, givenInterfaceEvent, post, table, violations } from '../support/service.js'

const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** An event in so many days. Those in Denver are 80202, those in Boulder 25 miles away, those in Boston 02108. */
const eventIn = (days: number, title: string, fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title, start_date: { wallClock: clockIn(days) }, ...fields })
const at = (locality: string, region: string, postal_code: string) => ({
  location: { locality, region, postal_code, country: 'US' },
})
const [DENVER, BOULDER, BOSTON] = [
  at('Denver', 'CO', '80202'),
  at('Boulder', 'CO', '80302'),
  at('Boston', 'MA', '02108'),
]

let people = 0
async function rsvp(path: string, more: object = {}) {
  const email = `next-${++people}@next.example`
  const person = { given_name: 'Ada', email_addresses: [{ address: email }], ...more }
  const { body } = await post(`${path}/attendances`, { person })
  return {
    email,
    link: new URL(body._links['service:self_service'].href).pathname,
    path: new URL(body._links.self.href).pathname,
    person: body['service:person_id'] as string,
  }
}

const attend = (link: string, event: string) =>
  post(link, new URLSearchParams({ action: 'attend', event }).toString(), FORM)
const offeredAt = async (link: string) =>
  [...(await get(link, KEYLESS)).text.matchAll(/name="event" value="([^"]+)"/g)].map(([, id]) => id)
const shownIn = async (path: string) =>
  [...(await get(path, KEYLESS)).text.matchAll(/class="over"[^>]*>([^<]+)</g)].map(([, title]) => title)
const attendancesOf = async (path: string) =>
  (await get(`${path}/attendances?per_page=100`)).body._embedded['osdi:attendances'] as any[]

describe('the events that follow', () => {
  let first: Awaited<ReturnType<typeof eventIn>>
  let soon: typeof first
  let near: typeof first
  beforeAll(async () => {
    first = await eventIn(5, 'First', DENVER)
    soon = await eventIn(6, 'Soon, far', BOSTON)
    near = await eventIn(9, 'Later, near', BOULDER)
    await eventIn(8, 'Full', { capacity: 0, ...DENVER })
    await eventIn(7, 'Hidden', { hidden: true, ...DENVER })
    await givenEvent({ title: 'Of a program', start_date: `${clockIn(5)}Z` })
    await eventIn(20, 'Third', BOSTON)
    await eventIn(21, 'Fourth', BOSTON)
  })

  it('are at most three, the soonest first, and for a postal code the nearest first', async () => {
    const path = `/events/${first.id}/next`
    expect(await shownIn(path)).toEqual(['Soon, far', 'Later, near', 'Third'])
    expect(await shownIn(`${path}?postal_code=80202`)).toEqual(['Later, near', 'Soon, far', 'Third'])
    expect(await shownIn(`${path}?postal_code=nowhere`)).toHaveLength(3)
    expect((await get(`/events/${UNKNOWN_ID}/next`, KEYLESS)).status).toBe(404)
  })

  it('stand in the answer to the form, whose own answer reads nothing of them', async () => {
    const inputs = { name: 'Ada', email: 'answer@next.example', postal_code: '80202' }
    const { text } = await submit(first.id, inputs, { headers: { accept: 'text/html' } })
    expect(text).toContain(`/events/${first.id}/next?postal_code=80202&amp;lang=en`)
    expect((await get(`/events/${first.id}`, KEYLESS)).text).toContain(`/events/${first.id}/next?lang=en`)
  })

  it('stand on the page of an RSVP, without those that the person has answered, the nearest first', async () => {
    const { link } = await rsvp(first.path, { postal_addresses: [{ postal_code: '80202' }] })
    expect((await offeredAt(link))[0]).toBe(near.id)
    expect((await attend(link, near.id)).status).toBe(303)
    const offered = await offeredAt(link)
    expect(offered).not.toContain(near.id)
    expect(offered).not.toContain(first.id)
    expect(offered[0]).toBe(soon.id)
  })

  it('stand in the confirmation, as text and as links', async () => {
    await mails()
    const { email } = await rsvp(first.path)
    const [mail] = (await mails()).filter(({ recipient }) => recipient === email)
    expect(mail?.text).toContain('Coming up next:\nSoon, far')
    expect(mail?.mail.html).toContain(`/events/${soon.id}">Soon, far`)
  })

  it('are those of the campaign where there are any', async () => {
    const { body } = await post('/api/v2/event_campaigns', { title: 'Together', origin_system: 'Test' })
    const campaign = (body._links.self.href as string).split('/').at(-1) ?? ''
    const one = await eventIn(4, 'One', { event_campaign_id: campaign })
    expect(await shownIn(`/events/${one.id}/next`)).not.toContain('Other of it')
    await eventIn(30, 'Other of it', { event_campaign_id: campaign })
    expect(await shownIn(`/events/${one.id}/next`)).toEqual(['Other of it'])
  })
})

describe('one tap on the page of an RSVP', () => {
  it('is an RSVP, one however often, and leads to its own page', async () => {
    const [event, other] = [await eventIn(3, 'Here'), await eventIn(4, 'There')]
    const { link, person } = await rsvp(event.path)
    const replies = await Promise.all([1, 2, 3].map(() => attend(link, other.id)))
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303])
    const own = new URL(replies[0]?.headers['location'] ?? '').pathname
    expect((await get(own, KEYLESS)).text).toContain('There')
    const all = await attendancesOf(other.path)
    expect(all.map((each) => each['service:person_id'])).toEqual([person])
    expect(all[0]['service:referrer_data'].source).toBe('next event')
    expect(await violations()).toEqual([])
  })

  it('obeys capacity and waiting lists', async () => {
    const event = await eventIn(3, 'Here')
    const [full, waits] = [
      await eventIn(4, 'Full', { capacity: 1 }),
      await eventIn(4, 'Waits', { capacity: 1, waitlist: true }),
    ]
    for (const { path } of [full, waits]) await rsvp(path)
    const { link } = await rsvp(event.path)
    const refused = await attend(link, full.id)
    expect([refused.status, refused.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8'])
    expect((await attend(link, waits.id)).status).toBe(303)
    expect((await attendancesOf(waits.path)).map(({ status }) => status)).toContain('tentative')
    expect(await attendancesOf(full.path)).toHaveLength(1)
  })

  it('says before it where it leads, and nobody in line invites friends as one who goes', async () => {
    const { body } = await post('/api/v2/event_campaigns', { title: 'Lines', origin_system: 'Test' })
    const event_campaign_id = (body._links.self.href as string).split('/').at(-1) ?? ''
    const [event, waits] = [
      await eventIn(3, 'Here', { event_campaign_id }),
      await eventIn(4, 'Waits', { event_campaign_id, capacity: 1, waitlist: true }),
      await eventIn(5, 'Asks', { event_campaign_id, approval: true }),
    ]
    await rsvp(waits.path)
    const { link } = await rsvp(event.path)
    const { text } = await get(link, KEYLESS)
    expect(text).toContain('aria-label="Join the waiting list: Waits"')
    expect(text).toContain('aria-label="Ask to come: Asks"')
    expect(text).toContain(encodeURIComponent('I’m going to Here.'))
    const { headers } = await attend(link, waits.id)
    const own = await get(new URL(headers['location'] as string).pathname, KEYLESS)
    expect(own.text).toContain('Your own link')
    expect(own.text).not.toContain(encodeURIComponent('I’m going to'))
  })

  it('takes no event that is over, canceled, hidden, of another owner, of no one, or the same', async () => {
    const event = await eventIn(3, 'Here')
    const { link } = await rsvp(event.path)
    const over = await eventIn(-3, 'Over', { end_date: { wallClock: clockIn(-2) } })
    const hidden = await eventIn(3, 'Hidden', { hidden: true })
    const owners = ownerStore(table)
    const group = crypto.randomUUID()
    const creator = { ...(await owners.people([demo.group.creator]))[0], id: crypto.randomUUID() }
    await owners.createGroup(
      { id: group, title: 'Others', creator: creator.id, created_date: new Date().toISOString() },
      { ...creator, owner: `group:${group}`, identifiers: [], email_addresses: [] } as never,
    )
    const foreign = await givenInterfaceEvent({ title: 'Theirs' }, { group })
    const statuses = []
    for (const id of [over.id, hidden.id, foreign.id, UNKNOWN_ID, 'nonsense', event.id])
      statuses.push((await attend(link, id)).status)
    expect(statuses).toEqual([409, 400, 400, 400, 400, 400])
  })
})
