import { beforeAll, describe, expect, it } from 'vitest'
import { demo, get, givenEvent, givenInterfaceEvent, post } from '../../support/service.js'
import { qrSvg } from '../../../lib/pages/events/qr-code.js'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../../support/clients/organiser.js'

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
      expect((await organizer.open(`${doorOf(another.id)}?guest=${guest}`)).html).toContain(
        'belongs to no guest of this event',
      )
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
      const { status, headers } = await organizer.send(`${doorOf(id)}/${ana}`, { attended: 'yes' })
      expect([status, headers['location']]).toEqual([303, `${doorOf(id)}#${ana}`])
      expect(await totals(id)).toMatchObject({ accepted: 1, attended: 1 })
      expect((await organizer.open(doorOf(id))).html).toContain('Undo: Ana')
      await organizer.send(`${doorOf(id)}/${ana}`, { attended: 'no' })
      expect(await totals(id)).toMatchObject({ accepted: 1, attended: 0 })
    }
  })

  it('counts a guest once whom two devices check in at the same time, again and again', async () => {
    const { id } = await givenInterfaceEvent()
    const [ana, ben] = [await rsvp(id, 'Ana'), await rsvp(id, 'Ben')]
    const another = await signedInAs(group.administrator)
    await Promise.all(
      [ana, ben, ana, ben].map((guest, i) =>
        (i % 2 ? organizer : another).send(`${doorOf(id)}/${guest}`, { attended: 'yes' }),
      ),
    )
    expect(await totals(id)).toMatchObject({ accepted: 2, attended: 2 })
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
    expect((await organizer.send(path, { attended: 'yes' }, json)).status).toBe(204)
    const { cookie } = organizer
    expect((await request('POST', path, { ...PAGE_HEADERS, ...json, cookie }, 'attended=no')).status).toBe(
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
      expect((await browser.send(`${doorOf(id)}/${ana}`, { attended: 'yes' })).status).toBe(status)
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
    await organizer.send(`${doorOf(id)}/${body._links.self.href.split('/').at(-1)}`, { attended: 'yes' })
    for (const path of [doorOf(id), `${doorOf(id)}?find=zed`]) {
      const { html } = await organizer.open(path)
      expect(html).toMatch(/data-here[^>]*>3<[^]*of 4 people are here/)
    }
    const { html } = await organizer.open(doorOf(id))
    expect(html.indexOf('Check in: Zed')).toBeLessThan(html.indexOf('Undo: Party'))
  })

  it('have people who cancelled apart, whom one tap does not let in', async () => {
    const { id } = await givenInterfaceEvent()
    const gone = await rsvp(id, 'Gone')
    await organizer.send(`/manage/events/${id}/guests/${gone}/cancel`)
    const { html } = await organizer.open(doorOf(id))
    expect(html).not.toContain('Check in: Gone')
    expect(html).toContain(`href="${doorOf(id)}?guest=${gone}" aria-label="Ask…: Gone"`)
    const asked = await organizer.open(`${doorOf(id)}?guest=${gone}`)
    expect(asked.html).toContain('Check in all the same?')
    await organizer.send(`${doorOf(id)}/${gone}`, { attended: 'yes' })
    expect((await organizer.open(doorOf(id))).html).toContain('Undo: Gone')
  })
})
