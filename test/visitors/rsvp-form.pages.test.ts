import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, UNKNOWN_ID, get, givenEvent, givenInterfaceEvent, send } from '../support/service.js'
import { attendanceOf, peopleOf, rsvpSettings, submit } from '../support/clients/visitors.js'

/*
 * The RSVP form of an event, as the widget and plain HTML forms send it: without a key and without a preflight request.
 */

const takeRsvps = (browser_rsvps: boolean) => rsvpSettings({ browser_rsvps })

/** The inputs that an answer finds wrong. */
const wrongIn = ({ body }: { body: any }) =>
  body['osdi:error'].resource_status[0].error_descriptions.flatMap(({ properties }: any) => properties).sort()

describe('the RSVP form', () => {
  beforeAll(() => takeRsvps(true))

  it('stands in the document of an embed, where the owner takes RSVPs of visitors', async () => {
    const { id } = await givenEvent()
    const links = async () => (await get(`/embed/events/${id}`, { key: null })).body._links
    expect((await links())['service:rsvp_form'].href).toBe(`${PUBLIC_URL}/events/${id}/attendances`)
    await takeRsvps(false)
    expect(Object.keys(await links())).toEqual(['self'])
    expect((await submit(id, { email: 'off@form.example' })).status).toBe(404)
    await takeRsvps(true)
    expect(await peopleOf(id)).toEqual([])
  })

  it('records who comes, once, and tells no one whether they were known', async () => {
    const { id } = await givenEvent({ instructions: '<p onclick="x()">Ring <b>twice</b></p>' })
    const inputs = {
      given_name: ' Ana ',
      family_name: 'Ruiz',
      email: 'ana@form.example',
      phone: '303 555 0177',
      postal_code: '80202',
    }
    for (let time = 0; time < 2; time++) {
      const { status, body, headers } = await submit(id, inputs)
      expect([status, body]).toEqual([200, { 'service:standing': 'place', instructions: '<p>Ring <b>twice</b></p>' }])
      expect(headers['access-control-allow-origin']).toBe('*')
    }
    const [ana, ...others] = await peopleOf(id)
    expect(others).toEqual([])
    expect(ana).toMatchObject({
      given_name: 'Ana',
      family_name: 'Ruiz',
      email_addresses: [{ address: 'ana@form.example', status: 'unsubscribed' }],
      phone_numbers: [{ number: '13035550177' }],
      postal_addresses: [{ postal_code: '80202' }],
    })
  })

  it('names every input that is wrong, and records nothing', async () => {
    const { id } = await givenEvent()
    const long = 'x'.repeat(201)
    const refused = await submit(id, { email: 'a@localhost', given_name: long, phone: '12' })
    expect([refused.status, wrongIn(refused)]).toEqual([400, ['email', 'given_name', 'phone']])
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    const empty = await submit(id, { email: ' ' })
    expect([empty.status, wrongIn(empty)]).toEqual([400, ['email']])
    expect(await peopleOf(id)).toEqual([])
  })

  describe('of an event that takes guests', () => {
    it('records how many people a visitor brings, and counts them against the seats', async () => {
      const { id } = await givenInterfaceEvent({ max_guests: 2, capacity: 4 })
      expect((await get(`/embed/events/${id}`, { key: null })).body.max_guests).toBe(2)
      expect((await submit(id, { email: 'two@guests.example', guests: '2' })).status).toBe(200)
      expect((await attendanceOf(id))['service:guests']).toBe(2)
      const tooMany = await submit(id, { email: 'one@guests.example', guests: '1' })
      expect([tooMany.status, await peopleOf(id)]).toMatchObject([409, [{}]])
      // A person who comes already learns no more.
      expect((await submit(id, { email: 'two@guests.example', guests: '1' })).status).toBe(409)
      expect((await submit(id, { email: 'alone@guests.example', guests: '' })).status).toBe(200)
      expect((await get(`/embed/events/${id}`, { key: null })).body).toMatchObject({
        places_left: 0,
        state: 'full',
      })
    })

    it('takes no party that is larger than the event, and keeps nothing of it', async () => {
      const { id } = await givenInterfaceEvent({ max_guests: 4, capacity: 4, waitlist: true })
      expect((await get(`/embed/events/${id}`, { key: null })).body.max_guests).toBe(3)
      const refused = await submit(id, { email: 'five@guests.example', guests: '4' })
      expect(refused.status).toBe(409)
      expect(refused.body['osdi:error'].resource_status[0].error_descriptions[0].error_code).toBe('party_too_large')
      expect(await peopleOf(id)).toEqual([])
      const { body } = await submit(id, { email: 'next@guests.example' })
      expect(body).toEqual({ 'service:standing': 'place' })
    })

    it.each(['3', '-1', '1.5', 'two', '1000'])('refuses %j of at most two, and names the input', async (guests) => {
      const { id } = await givenInterfaceEvent({ max_guests: 2 })
      const refused = await submit(id, { email: 'many@guests.example', guests })
      expect([refused.status, wrongIn(refused)]).toEqual([400, ['guests']])
      expect(await peopleOf(id)).toEqual([])
    })

    it('is not that of an event without: it has no such input there, and refuses guests', async () => {
      const { id } = await givenInterfaceEvent()
      expect((await get(`/embed/events/${id}`, { key: null })).body).not.toHaveProperty('max_guests')
      const refused = await submit(id, { email: 'none@guests.example', guests: '1' })
      expect([refused.status, wrongIn(refused)]).toEqual([400, ['guests']])
    })

    it('is not that of an event of the API, which takes no guests, whatever is sent', async () => {
      const { id } = await givenEvent({ max_guests: 2 })
      expect((await submit(id, { email: 'api@guests.example', guests: '1' })).status).toBe(200)
      expect((await attendanceOf(id))['service:guests']).toBe(0)
    })
  })

  it('takes nothing that a form does not have', async () => {
    const { id } = await givenEvent()
    const sent = {
      email: 'plain@form.example',
      identifiers: 'crm:1',
      status: 'unsubscribed',
      add_tags: 'vip',
      __proto__x: '',
    }
    expect((await submit(id, sent)).status).toBe(200)
    const [person] = await peopleOf(id)
    expect([person.identifiers.length, person.email_addresses[0].status]).toEqual([1, 'unsubscribed'])
  })

  it('keeps the source that the link to the form named, and none where it named none', async () => {
    const { id } = await givenInterfaceEvent()
    for (const [email, source] of [
      ['a@source.example', 'newsletter'],
      ['b@source.example', ' '],
    ] as const) {
      expect((await submit(id, { email, source })).status).toBe(200)
      const kept = (await attendanceOf(id))['service:referrer_data']
      expect(kept).toMatchObject({ source: source.trim() || 'none' })
    }
  })

  it('sends instructions by mail where people can wait, and not in the answer', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1, waitlist: true, instructions: 'Ring' })
    const standing = async (email: string) => (await submit(id, { email })).body
    expect(await standing('one@standing.example')).toEqual({ 'service:standing': 'place' })
    expect(await standing('two@standing.example')).toEqual({ 'service:standing': 'waiting_list' })
    expect(await standing('one@standing.example')).toEqual({ 'service:standing': 'waiting_list' })
  })

  it('answers 409 for everyone when the event is full', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    const statuses = []
    for (const name of ['one', 'one', 'two'])
      statuses.push((await submit(id, { email: `${name}@full.example` })).status)
    expect(statuses).toEqual([200, 409, 409])
  })

  it('is there for events of the interface alone while the owner has said nothing', async () => {
    const [made, posted] = [await givenInterfaceEvent(), await givenEvent()]
    const json = (id: string) =>
      send(
        'POST',
        `/api/v2/events/${id}/attendances`,
        { person: { email_addresses: [{ address: 'json@form.example' }] } },
        { key: null },
      )
    const tried = async () => [
      (await submit(made.id, { email: 'a@form.example' })).status,
      (await submit(posted.id, { email: 'a@form.example' })).status,
      (await json(made.id)).status,
      (await json(posted.id)).status,
    ]
    try {
      await rsvpSettings({ browser_rsvps: null })
      expect(await tried()).toEqual([200, 404, 403, 403])
      await rsvpSettings({ browser_rsvps: false })
      expect(await tried()).toEqual([404, 404, 403, 403])
    } finally {
      await rsvpSettings({ browser_rsvps: true })
    }
    expect(await tried()).toEqual([200, 200, 200, 200])
  })

  it('is not there for hidden, unknown and malformed events', async () => {
    const { id } = await givenInterfaceEvent({ hidden: true })
    for (const each of [id, UNKNOWN_ID, 'x']) {
      const { status, headers } = await submit(each, { email: 'a@form.example' })
      expect([status, headers['access-control-allow-origin']]).toEqual([404, '*'])
    }
  })

  it('takes a form and nothing else, however it is encoded', async () => {
    const { id } = await givenEvent()
    const json = await submit(id, { email: 'json@form.example' }, { headers: { 'content-type': 'application/json' } })
    expect(json.status).toBe(415)
    expect((await submit(id, { email: 'long@form.example', padding: 'x'.repeat(200_000) })).status).toBe(413)
    expect((await submit(id, { email: 'josé@bücher.example', given_name: 'Ž%&+=' })).status).toBe(200)
    expect((await peopleOf(id)).map(({ given_name }) => given_name)).toEqual(['Ž%&+='])
  })

  it('sends on a path that ends in a slash with its body, and says by OPTIONS what it takes', async () => {
    const { id } = await givenEvent()
    const moved = await send('POST', `/events/${id}/attendances/`, undefined, { key: null })
    expect([moved.status, moved.headers['location']]).toEqual([308, `${PUBLIC_URL}/events/${id}/attendances`])
    const { status, headers } = await send('OPTIONS', `/events/${id}/attendances`, undefined, { key: null })
    expect([status, headers['allow']]).toEqual([204, 'POST, OPTIONS'])
  })
})
