import { beforeAll, describe, expect, it } from 'vitest'
import { demo, get, givenEvent, givenInterfaceEvent, post, put } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { personOf, rsvpSettings } from '../support/clients/visitors.js'
import { has } from '../support/rooms.js'

const { group, other_group: other } = demo

let organizer: Browser
let member: Browser
let stranger: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
  stranger = await signedInAs(other.creator)
})

const guestsOf = (id: string) => `/manage/events/${id}/guests`

const rsvp = async (id: string, given_name: string, more: object = {}) =>
  (
    await post(`/api/v2/events/${id}/attendances`, {
      person: {
        given_name,
        email_addresses: [{ address: `${given_name.toLowerCase()}@example.org` }],
        ...more,
      },
    })
  ).body

const idIn = (attendance: { _links: { self: { href: string } } }) =>
  attendance._links.self.href.split('/').at(-1) as string

const totals = async (id: string) => (await get(`/api/v2/events/${id}`)).body['service:totals']

describe('the guest list', () => {
  it('has the guests of an event, also of one of the API', async () => {
    for (const { id } of [await givenInterfaceEvent(), await givenEvent()]) {
      await rsvp(id, 'Ana')
      const { html } = await organizer.open(guestsOf(id))
      expect(html).toContain('ana@example.org')
      expect(html).toContain('>Coming (1)<')
      expect(html).toMatch(/<td[^>]*>\s*(<[^>]*>\s*)*Coming/)
    }
  })

  it.each([
    ['a part of the name, without case and accents', 'ZOÉ'],
    ['the email', 'Zoe@example.org'],
    ['the phone number', '(202) 555-0142'],
  ])('finds a guest by %s', async (_, search) => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Ana')
    await rsvp(id, 'Zoe', { phone_numbers: [{ number: '12025550142' }] })
    const { html } = await organizer.open(`${guestsOf(id)}?find=${encodeURIComponent(search)}`)
    expect(html).toContain('zoe@example.org')
    expect(html).not.toContain('ana@example.org')
  })

  it('is narrowed to people who come, wait, have canceled or are here, and finds people among them', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 3, waitlist: true, max_guests: 2 })
    const made = []
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']) made.push(idIn(await rsvp(id, name)))
    const [ana, ben] = made
    await organizer.send(`${guestsOf(id)}/${ben}/cancel`)
    await put(`/api/v2/events/${id}/attendances/${ana}`, { 'service:attended': true })
    const listed = async (query: string) => {
      const { html } = await organizer.open(`${guestsOf(id)}?${query}`)
      return [...html.matchAll(/>(\w+)@example\.org</g)].map(([, name]) => name).sort()
    }
    expect(await listed('status=coming')).toEqual(['ana', 'cleo', 'dan'])
    expect(await listed('status=waiting')).toEqual(['eve'])
    expect(await listed('status=cancelled')).toEqual(['ben'])
    expect(await listed('status=here')).toEqual(['ana'])
    expect(await listed('status=absent')).toEqual(['cleo', 'dan'])
    expect(await listed('status=coming&find=dan')).toEqual(['dan'])
    expect(await listed('status=cancelled&find=dan')).toEqual([])
    for (const status of ['', 'constructor', 'anything']) expect(await listed(`status=${status}`)).toHaveLength(5)
    const nowhere = await givenInterfaceEvent()
    expect((await organizer.open(`${guestsOf(nowhere.id)}?status=here`)).html).toContain('No guests here.')
  })

  it('returns to the part that was open, and to no other address', async () => {
    const { id } = await givenInterfaceEvent()
    const guest = idIn(await rsvp(id, 'Ana'))
    const canceled = async (view: string) =>
      (await organizer.send(`${guestsOf(id)}/${guest}/cancel`, { view })).headers['location']
    expect(await canceled('?status=coming&find=&page=2')).toBe(`${guestsOf(id)}?status=coming&page=2`)
    expect(await canceled('https://example.org')).toBe(guestsOf(id))
  })

  it('cancels a guest who waits, and says with how many others a guest comes', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 3, waitlist: true, max_guests: 2 })
    await post(`/api/v2/events/${id}/attendances`, {
      person: { given_name: 'Ana', email_addresses: [{ address: 'ana@example.org' }] },
      'service:guests': 2,
    })
    const waiting = idIn(await rsvp(id, 'Ben'))
    const { html } = await organizer.open(guestsOf(id))
    expect(html).toContain('Coming with 2 guests')
    expect(html).toContain('Cancel: Ben')
    if (has('door')) expect((await organizer.open(`/manage/events/${id}/door`)).html).toContain('Party of 3')
    await organizer.send(`${guestsOf(id)}/${waiting}/cancel`)
    expect(await totals(id)).toMatchObject({ accepted: 1, waitlisted: 0, declined: 1, guests: 2 })
  })

  it('leaves a log that names guests while they have a name', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Logged' })
    const attendance = await rsvp(id, 'Wanda')
    await organizer.send(`${guestsOf(id)}/${idIn(attendance)}/cancel`)
    const log = async () => (await organizer.open(`/manage/${group.id}/log`)).html
    expect(await log()).toMatch(/: Logged<span class="quiet"> \(<a href="[^"]+\/people\/[^"]+">Wanda<\/a>\)/)
    const person = (attendance['service:person_id'] as string).replace('service:', '')
    await organizer.send(`/manage/${group.id}/people/${person}/erase`)
    expect(await log()).not.toContain('Wanda')
    expect(await log()).toContain(': Logged')
  })

  it('finds no one who is in the list of the group but not a guest', async () => {
    const { id } = await givenInterfaceEvent()
    for (const search of ['maya.okafor@example.org', 'Maya', '5550000'])
      expect((await organizer.open(`${guestsOf(id)}?find=${search}`)).html).toContain('No guest has this')
  })

  it('cancels and restores an RSVP, and the seat with it', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    const ana = idIn(await rsvp(id, 'Ana'))
    expect((await organizer.send(`${guestsOf(id)}/${ana}/cancel`)).status).toBe(303)
    expect(await totals(id)).toMatchObject({ accepted: 0, declined: 1 })
    expect((await organizer.open(guestsOf(id))).html).toMatch(/<td[^>]*>\s*(<[^>]*>\s*)*Canceled/)
    await rsvp(id, 'Ben')
    const refused = await organizer.send(`${guestsOf(id)}/${ana}/restore`)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('This event is full')
    expect(await totals(id)).toMatchObject({ accepted: 1, declined: 1 })
  })

  it('adds a person with a name alone, and with contacts, as the API would', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await organizer.send(guestsOf(id), { given_name: 'Walk-in' })).status).toBe(303)
    const fields = { given_name: 'Cleo', email_addresses: 'cleo@example.org', phone_numbers: '202 555 0143' }
    for (const _ of [1, 2]) expect((await organizer.send(guestsOf(id), fields)).status).toBe(303)
    expect(await totals(id)).toMatchObject({ accepted: 2 })
  })

  it('keeps what was typed about a guest, and says what is wrong', async () => {
    const { id } = await givenInterfaceEvent()
    const { status, html } = await organizer.send(guestsOf(id), {
      given_name: 'Cleo',
      email_addresses: 'cleo',
    })
    expect(status).toBe(400)
    expect(html).toContain('value="Cleo"')
    expect(html).toMatch(/id="email_addresses-fault".*?<\/svg>Enter an email address/)
    expect((await organizer.send(guestsOf(id))).html).toMatch(/id="given_name-fault"/)
    expect(await totals(id)).toMatchObject({ accepted: 0 })
  })

  it('refuses a guest for a full event, and keeps what was typed', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    await rsvp(id, 'Ana')
    const { status, html } = await organizer.send(guestsOf(id), { given_name: 'Late' })
    expect(status).toBe(409)
    expect(html).toContain('value="Late"')
  })

  it('is a file without formulas, which spreadsheets read as UTF-8', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, '=cmd')
    const { headers, html } = await organizer.open(`/manage/events/${id}/guests.csv`)
    expect(headers['content-disposition']).toBe('attachment; filename="guests.csv"')
    const [headings, row] = html.split('\r\n')
    expect(headings).toBe(
      '\u{feff}"given_name","family_name","email","phone","rsvp_date","status","guests","attended","people_there","confirmed_date"',
    )
    expect(row).toMatch(/^"'=cmd","","'=cmd@example\.org","","\d{4}-.*","accepted","0","false","0",""$/)
  })

  it('is closed to members and to other groups, who change nothing', async () => {
    const { id } = await givenInterfaceEvent()
    const ana = idIn(await rsvp(id, 'Ana'))
    for (const [browser, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await browser.open(guestsOf(id))).status).toBe(status)
      expect((await browser.open(`${guestsOf(id)}.csv`)).status).toBe(status)
      expect((await browser.send(guestsOf(id), { given_name: 'X' })).status).toBe(status)
      expect((await browser.send(`${guestsOf(id)}/${ana}/cancel`)).status).toBe(status)
    }
    expect(await totals(id)).toMatchObject({ accepted: 1, declined: 0 })
  })

  it('does not change the attendance of another event', async () => {
    const [one, another] = [await givenInterfaceEvent(), await givenInterfaceEvent()]
    const ana = idIn(await rsvp(one.id, 'Ana'))
    for (const id of [ana, 'x', '__proto__'])
      expect((await organizer.send(`${guestsOf(another.id)}/${id}/cancel`)).status).toBe(404)
    expect(await totals(one.id)).toMatchObject({ accepted: 1 })
  })
})

describe('a new person whom the team adds to an event', () => {
  const statusAfter = async (of: string, email: string) => {
    const { id } = await givenInterfaceEvent()
    const form = { given_name: 'New', email_addresses: email }
    expect((await organizer.send(`/manage/events/${id}/${of}`, form)).status).toBe(303)
    return (await personOf(id)).email_addresses[0].status as string
  }

  it.each(has('door') ? ['guests', 'door'] : ['guests'])(
    'on the page %s is not subscribed, unless the group subscribes with each RSVP',
    async (of) => {
      expect(await statusAfter(of, `never.${of}@asked.example`)).toBe('unsubscribed')
      await rsvpSettings({ rsvp_subscribes: true })
      expect(await statusAfter(of, `always.${of}@asked.example`)).toBe('subscribed')
      await rsvpSettings({ rsvp_subscribes: null })
      // A person who is subscribed stays so.
      expect(await statusAfter(of, `always.${of}@asked.example`)).toBe('subscribed')
    },
  )
})
