import { beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../../lib/dynamodb/stores/owner-store.js'
import {
  PUBLIC_URL,
  UNKNOWN_ID,
  assignPending,
  demo,
  gateway,
  get,
  givenEvent,
  givenInterfaceEvent,
  send,
  table,
} from '../../support/service.js'

/*
 * The RSVP form of an event, as the widget and plain HTML forms send it: without a key and without a preflight request.
 */

const takeRsvps = (browser_rsvps: boolean) =>
  ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps })

let visitors = 0

/** Sends the form as the widget does, from an address of its own. @param id of the event, or another path */
async function submit(id: string, inputs: Record<string, string>, headers: Record<string, string> = {}) {
  const {
    status,
    headers: answered,
    body,
  } = await gateway.handle({
    method: 'POST',
    path: id.startsWith('/') ? id : `/events/${id}/attendances`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      origin: 'https://page.example',
      ...headers,
    },
    body: new URLSearchParams(inputs).toString(),
    remoteAddress: `198.51.100.${++visitors}`,
  })
  const text = body.toString()
  return { status, headers: answered, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

async function attendees(id: string) {
  await assignPending()
  const { body } = await get(`/api/v2/events/${id}/attendances`)
  return Promise.all(
    body._embedded['osdi:attendances'].map(async ({ _links }: any) => {
      return (await get(new URL(_links['osdi:person'].href).pathname)).body
    }),
  )
}

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
    expect(await attendees(id)).toEqual([])
  })

  it('records who comes, once, and tells no one whether they were known', async () => {
    const { id } = await givenEvent({ instructions: '<p onclick="x()">Ring <b>twice</b></p>' })
    const inputs = {
      ...{ given_name: ' Ana ', family_name: 'Ruiz', email: 'ana@form.example' },
      ...{ phone: '303 555 0177', postal_code: '80202' },
    }
    for (let time = 0; time < 2; time++) {
      const { status, body, headers } = await submit(id, inputs)
      expect([status, body]).toEqual([200, { instructions: '<p>Ring <b>twice</b></p>' }])
      expect(headers['access-control-allow-origin']).toBe('*')
    }
    const [ana, ...others] = await attendees(id)
    expect(others).toEqual([])
    expect(ana).toMatchObject({
      given_name: 'Ana',
      family_name: 'Ruiz',
      email_addresses: [{ address: 'ana@form.example', status: 'subscribed' }],
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
    expect(await attendees(id)).toEqual([])
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
    const [person] = await attendees(id)
    expect([person.identifiers.length, person.email_addresses[0].status]).toEqual([1, 'subscribed'])
  })

  it('answers 409 for everyone when the event is full', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    const statuses = []
    for (const name of ['one', 'one', 'two'])
      statuses.push((await submit(id, { email: `${name}@full.example` })).status)
    expect(statuses).toEqual([200, 409, 409])
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
    const json = await submit(id, { email: 'json@form.example' }, { 'content-type': 'application/json' })
    expect(json.status).toBe(415)
    expect((await submit(id, { email: 'long@form.example', padding: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await submit(id, { email: 'josé@bücher.example', given_name: 'Ž%&+=' })).status).toBe(200)
    expect((await attendees(id)).map(({ given_name }) => given_name)).toEqual(['Ž%&+='])
  })

  it('takes a path that ends in a slash, and says by OPTIONS what it takes', async () => {
    const { id } = await givenEvent()
    expect((await submit(`/events/${id}/attendances/`, { email: 'x@form.example' })).status).toBe(200)
    const { status, headers } = await send('OPTIONS', `/events/${id}/attendances`, undefined, { key: null })
    expect([status, headers['allow']]).toEqual([204, 'POST, OPTIONS'])
  })
})
