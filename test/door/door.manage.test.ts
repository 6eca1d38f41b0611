import { beforeAll, describe, expect, it } from 'vitest'
import { change } from '../../lib/table/change.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { updateIgnoringConflict } from '../../lib/table/transaction.js'
import { demo, get, givenEvent, givenInterfaceEvent, post, table, violations } from '../support/service.js'
import { qrSvg } from '../../lib/html/qr-code.js'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../support/clients/organizer.js'

const { group, other_group: other } = demo

let organizer: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const doorOf = (id: string) => `/manage/events/${id}/door`

const rsvp = async (id: string, given_name: string) => {
  const { body } = await post(`/api/v2/events/${id}/attendances`, {
    person: { given_name, email_addresses: [{ address: `${given_name.toLowerCase()}@example.org` }] },
  })
  return body._links.self.href.split('/').at(-1) as string
}

let taps = 0
/** The form of a tap: some people of a party come, or are taken back. */
const tap = (people: number) => ({ id: `arrival-${++taps}`, people: String(people) })

const totals = async (id: string) => (await get(`/api/v2/events/${id}`)).body['service:totals']

describe('the code of a guest', () => {
  it('is on the page of the RSVP while the guest comes, and opens the door with this guest alone', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Ana')
    const ben = await rsvp(id, 'Ben')
    const { body } = await get(`/api/v2/events/${id}/attendances/${ben}`)
    const link = new URL(body._links['service:self_service'].href).pathname
    const { text } = await get(link)
    const svg = qrSvg(`https://events.example.org${doorOf(id)}?guest=${ben}`)
    const code = svg.slice(svg.indexOf('<path'))
    expect(text).toContain(code)
    const { html } = await organizer.open(`${doorOf(id)}?guest=${ben}`)
    expect(html).toContain('Check in: Ben')
    expect(html).not.toContain('Check in: Ana')
    await organizer.send(`/manage/events/${id}/guests/${ben}/cancel`)
    expect((await get(link)).text).not.toContain(code)
  })

  it('leads nowhere at another event, and to a sign-in without a session', async () => {
    const [one, another] = [await givenInterfaceEvent(), await givenInterfaceEvent()]
    const ana = await rsvp(one.id, 'Ana')
    for (const guest of [ana, 'nonsense'])
      expect((await organizer.open(`${doorOf(another.id)}?guest=${guest}`)).html).toContain('is for another event')
    const { status, headers } = await request('GET', `${doorOf(one.id)}?guest=${ana}`)
    expect([status, headers['location']]).toEqual([303, '/manage/sign-in'])
  })

  it('is read by the camera on this page and on no other', async () => {
    const { id } = await givenInterfaceEvent()
    const policy = async (path: string) => (await organizer.open(path)).headers['permissions-policy']
    expect(await policy(doorOf(id))).toBe('camera=(self)')
    expect(await policy(`/manage/events/${id}/guests`)).toBe('camera=()')
  })
})

describe('the door', () => {
  it('checks a guest in by one tap, and takes it back by another, also for an event of the API', async () => {
    for (const { id } of [await givenInterfaceEvent(), await givenEvent()]) {
      const ana = await rsvp(id, 'Ana')
      expect((await organizer.open(doorOf(id))).html).toContain('Check in: Ana')
      const { status, headers } = await organizer.send(`${doorOf(id)}/${ana}`, tap(1))
      expect([status, headers['location']]).toEqual([303, `${doorOf(id)}?in=${ana}&people=1`])
      expect(await totals(id)).toMatchObject({ accepted: 1, attended: 1 })
      expect((await organizer.open(doorOf(id))).html).toContain('Undo: Ana')
      await organizer.send(`${doorOf(id)}/${ana}`, tap(-1))
      expect(await totals(id)).toMatchObject({ accepted: 1, attended: 0 })
    }
  })

  it('counts a guest once whom two devices check in at the same time, again and again', async () => {
    const { id } = await givenInterfaceEvent()
    const [ana, ben] = [await rsvp(id, 'Ana'), await rsvp(id, 'Ben')]
    const another = await signedInAs(group.administrator)
    await Promise.all(
      [ana, ben, ana, ben].map((guest, i) => (i % 2 ? organizer : another).send(`${doorOf(id)}/${guest}`, tap(1))),
    )
    expect(await totals(id)).toMatchObject({ accepted: 2, attended: 2 })
  })

  it('tells guests of one name apart by a contact, and shows those of others not', async () => {
    const { id } = await givenInterfaceEvent()
    for (const address of ['kim1@door.example', 'kim2@door.example', 'lee@door.example'])
      await post(`/api/v2/events/${id}/attendances`, {
        person: { given_name: address.startsWith('kim') ? 'Kim' : 'Lee', email_addresses: [{ address }] },
      })
    const { html } = await organizer.open(doorOf(id))
    expect(html).toContain('Check in: Kim (kim1@door.example)')
    expect(html).toContain('Check in: Kim (kim2@door.example)')
    expect(html).toContain('Check in: Lee"')
  })

  it('lists guests by name, and finds one', async () => {
    const { id } = await givenInterfaceEvent()
    for (const name of ['Zoe', 'Ana']) await rsvp(id, name)
    const { html } = await organizer.open(doorOf(id))
    expect(html.indexOf('Check in: Ana')).toBeLessThan(html.indexOf('Check in: Zoe'))
    const found = (await organizer.open(`${doorOf(id)}?find=zo`)).html
    expect(found).toContain('Check in: Zoe')
    expect(found).not.toContain('Check in: Ana')
  })

  it('adds a person who comes without an RSVP, and is there', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await organizer.send(doorOf(id), { given_name: 'Walk-in' })).status).toBe(303)
    expect(await totals(id)).toMatchObject({ accepted: 1, attended: 1 })
    expect((await organizer.send(doorOf(id), {})).status).toBe(400)
  })

  it('answers its script without a page, and refuses it without the token of the session', async () => {
    const { id } = await givenInterfaceEvent()
    const ana = await rsvp(id, 'Ana')
    const path = `${doorOf(id)}/${ana}`
    const json = { accept: 'application/json' }
    const { status, html } = await organizer.send(path, tap(1), json)
    expect([status, JSON.parse(html)]).toEqual([200, [ana, 'Ana', 1, 1, 'accepted']])
    const { cookie } = organizer
    expect((await request('POST', path, { ...PAGE_HEADERS, ...json, cookie }, 'id=arrival-x&people=-1')).status).toBe(
      403,
    )
    expect(await totals(id)).toMatchObject({ attended: 1 })
  })

  it('is closed to members and to other groups', async () => {
    const { id } = await givenInterfaceEvent()
    const ana = await rsvp(id, 'Ana')
    for (const [person, status] of [
      [group.member, 403],
      [other.creator, 404],
    ] as const) {
      const browser = await signedInAs(person)
      expect((await browser.open(doorOf(id))).status).toBe(status)
      expect((await browser.send(`${doorOf(id)}/${ana}`, tap(1))).status).toBe(status)
      expect((await browser.send(doorOf(id), { given_name: 'X' })).status).toBe(status)
    }
    expect(await totals(id)).toMatchObject({ accepted: 1, attended: 0 })
  })
})

describe('the lists at the door', () => {
  it('count people and not RSVPs, and have the ones who are here below', async () => {
    const { id } = await givenInterfaceEvent({ max_guests: 5 })
    const { body } = await post(`/api/v2/events/${id}/attendances`, {
      person: { given_name: 'Party', email_addresses: [{ address: 'party@example.org' }] },
      'service:guests': 2,
    })
    await rsvp(id, 'Zed')
    await organizer.send(`${doorOf(id)}/${body._links.self.href.split('/').at(-1)}`, tap(3))
    for (const path of [doorOf(id), `${doorOf(id)}?find=zed`]) {
      const { html } = await organizer.open(path)
      expect(html).toMatch(/data-here[^>]*>3<[^]*of 4 here/)
    }
    const { html } = await organizer.open(doorOf(id))
    expect(html.indexOf('Check in: Zed')).toBeLessThan(html.indexOf('Undo: Party'))
  })

  it('have people who canceled apart, whom one tap does not let in', async () => {
    const { id } = await givenInterfaceEvent()
    const gone = await rsvp(id, 'Gone')
    await organizer.send(`/manage/events/${id}/guests/${gone}/cancel`)
    const { html } = await organizer.open(doorOf(id))
    expect(html).not.toContain('Check in: Gone')
    expect(html).toContain(`href="${doorOf(id)}?guest=${gone}" aria-label="Ask…: Gone"`)
    const asked = await organizer.open(`${doorOf(id)}?guest=${gone}`)
    expect(asked.html).toContain('Check in anyway?')
    await organizer.send(`${doorOf(id)}/${gone}`, tap(1))
    expect((await organizer.open(doorOf(id))).html).toContain('Undo: Gone')
  })
})

describe('a party at the door', () => {
  const givenParty = async (guests: number) => {
    const { id } = await givenInterfaceEvent({ max_guests: 9 })
    const { body } = await post(`/api/v2/events/${id}/attendances`, {
      person: { given_name: 'Party', email_addresses: [{ address: 'party@example.org' }] },
      'service:guests': guests,
    })
    const guest = body._links.self.href.split('/').at(-1) as string
    return { id, path: `${doorOf(id)}/${guest}`, guest }
  }
  const here = async (id: string) => {
    const { attended, attended_guests } = await totals(id)
    return attended + attended_guests
  }

  it('comes in part, the others later, and is taken back in part', async () => {
    const { id, path, guest } = await givenParty(2)
    await organizer.send(path, tap(2))
    const { html } = await organizer.open(doorOf(id))
    expect(html).toContain('Party of 3, 2 in')
    expect(html).toContain('Check in: Party')
    expect(html).toMatch(/data-here[^>]*>2<[^]*of 3 here/)
    await organizer.send(path, tap(1))
    const answered = (await organizer.open(`${doorOf(id)}?in=${guest}&people=1`)).html
    expect(answered).toContain('3 of 3 checked in')
    expect(answered).toContain('name="people" value="-1"')
    await organizer.send(path, tap(-1))
    expect(await here(id)).toBe(2)
    expect((await organizer.open(`/manage/events/${id}/guests`)).html).toContain('2 of 3 checked in')
    expect((await organizer.open(`/manage/events/${id}/guests.csv`)).html).toContain('"2","true","2"')
  })

  it('counts each tap once, however often and from how many devices it is sent', async () => {
    const { id, path } = await givenParty(6)
    const another = await signedInAs(group.administrator)
    const taps = [tap(2), tap(1), tap(3)]
    await Promise.all([...taps, ...taps].map((each, i) => (i % 2 ? organizer : another).send(path, each)))
    expect(await here(id)).toBe(6)
    await Promise.all([organizer.send(path, tap(9)), another.send(path, tap(9))])
    expect(await here(id)).toBe(7)
    expect(await violations()).toEqual([])
  })

  it('is refused with every fault where a tap is malformed', async () => {
    const { id, path } = await givenParty(1)
    for (const sent of [{}, { id: 'x', people: '1' }, { id: 'arrival-0', people: '0' }, { attended: 'yes' }])
      expect((await organizer.send(path, sent as Record<string, string>)).status).toBe(400)
    expect(await here(id)).toBe(0)
  })
})

describe('the guests for the script of the door', () => {
  const read = async (browser: Browser, id: string, query = '') => {
    const { status, html } = await browser.open(`${doorOf(id)}/guests?${query}`)
    return { status, ...(status === 200 ? JSON.parse(html) : {}) }
  }

  it('are all guests by name, then those that have changed since, and those of a contact', async () => {
    const { id } = await givenInterfaceEvent()
    const [zoe, ana] = [await rsvp(id, 'Zoe'), await rsvp(id, 'Ana')]
    const all = await read(organizer, id, 'from=1')
    expect(all).toMatchObject({
      status: 200,
      total: 2,
      rows: [
        [ana, 'Ana', 1, 0, 'accepted'],
        [zoe, 'Zoe', 1, 0, 'accepted'],
      ],
    })
    expect(Date.parse(all.at)).toBeLessThan(Date.now() - 20_000)
    await organizer.send(`${doorOf(id)}/${zoe}`, tap(1))
    await organizer.send(`/manage/events/${id}/guests/${ana}/cancel`)
    const since = await read(organizer, id, `since=${all.at}`)
    expect(since.rows).toEqual([
      [ana, 'Ana', 1, 0, 'declined'],
      [zoe, 'Zoe', 1, 1, 'accepted'],
    ])
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect((await read(organizer, id, `since=${later}`)).rows).toEqual([])
    expect((await read(organizer, id, `find=zoe@example.org`)).rows.map(([guest]: [string]) => guest)).toEqual([zoe])
    // A device is to take nothing else for all guests.
    for (const query of ['', 'part=1', 'from=0', 'from=x', 'since=yesterday'])
      expect((await read(organizer, id, query)).status).toBe(400)
  })

  it('have places for good: guests who come while a device reads move none of the others', async () => {
    const { id } = await givenInterfaceEvent()
    const names = async (query: string) =>
      (await read(organizer, id, query)).rows.map(([, name]: [string, string]) => name)
    for (const name of ['Ana', 'Ben', 'Cem']) await rsvp(id, name)
    expect(await names('from=2')).toEqual(['Ben', 'Cem'])
    await rsvp(id, 'Dee')
    expect(await names('from=2')).toEqual(['Ben', 'Cem', 'Dee'])
    expect(await names('from=4')).toEqual(['Dee'])
    expect(await read(organizer, id, 'from=5')).toMatchObject({ status: 200, total: 4, rows: [] })
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await read(organizer, id, `since=${later}`)).toMatchObject({ total: 4, rows: [] })
  })

  it('are asked for again while one of them is not shown: a part without them is no part', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Ana')
    const { length } = lists.attendancesOf(id)
    await updateIgnoringConflict(table, change(length, { set: { length: 2 } }))
    expect((await read(organizer, id, 'from=1')).status).toBe(503)
    await updateIgnoringConflict(table, change(length, { set: { length: 1 } }))
    expect((await read(organizer, id, 'from=1')).rows).toHaveLength(1)
  })

  it('are closed to members and to other groups', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await read(await signedInAs(group.member), id)).status).toBe(403)
    expect((await read(await signedInAs(other.creator), id)).status).toBe(404)
  })
})

it('sensitive answers are on the page of one guest, and in nothing that a device keeps', async () => {
  const { id, path } = await givenInterfaceEvent({
    questions: [
      { id: 'needs', title: 'What do you need?', type: 'text', sensitive: true },
      { id: 'ride', title: 'A ride?', type: 'single_choice', choices: ['From town', 'None'] },
    ],
  })
  const { body } = await post(`${path}/attendances`, {
    person: { given_name: 'Cara', email_addresses: [{ address: 'cara@needs.example' }] },
    'service:answers': { needs: 'A ramp', ride: 'From town' },
  })
  const cara = body._links.self.href.split('/').at(-1) as string
  const list = (await organizer.open(doorOf(id))).html
  const rows = (await organizer.open(`${doorOf(id)}/guests?from=1`)).html
  const tapped = await organizer.send(`${doorOf(id)}/${cara}`, tap(1), { accept: 'application/json' })
  for (const kept of [list, rows, tapped.html]) {
    expect(kept.includes('From town')).toBe(true)
    expect(kept.includes('ramp')).toBe(false)
  }
  expect(list.includes(`${doorOf(id)}?guest=${cara}`)).toBe(true)
  const one = (await organizer.open(`${doorOf(id)}?guest=${cara}`)).html
  expect(one.includes('What do you need? A ramp')).toBe(true)
  expect(/data-row-of="[^"]*ramp/.test(one)).toBe(false)
})
