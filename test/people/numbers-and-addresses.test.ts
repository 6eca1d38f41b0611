import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { openTable } from '../../lib/table/table.js'
import { has } from '../support/rooms.js'
import { address, demo, get, givenEvent, post, put } from '../support/service.js'

/* A group in Norway, whose people have numbers and mailboxes of several countries. */

const PEOPLE = '/api/v2/people'
const owners = ownerStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }))
const inCountry = (country: string | null) => owners.changeSettings(`group:${demo.group.id}`, { country })

const idOf = (body: any) => body._links.self.href.split('/').at(-1) as string
const withNumber = async (number: string, more: object = {}) =>
  (await post(PEOPLE, { person: { phone_numbers: [{ number }], ...more } })).body
const numberOf = (body: any) => body.phone_numbers[0]?.number as string

beforeAll(() => inCountry('NO'))
afterAll(() => inCountry(null))

describe('a number without a code', () => {
  it('is dialed in the country of the group', async () => {
    const one = await withNumber('22 12 99 56')
    expect(numberOf(one)).toBe('4722129956')
    expect(idOf(await withNumber('+47 22129956'))).toBe(idOf(one))
    expect(idOf(await withNumber('0047 22 12 99 56'))).toBe(idOf(one))
    // As answers show it.
    expect(idOf(await withNumber('4722129956'))).toBe(idOf(one))
  })

  it('is dialed in the country of the person, which comes before that of the group', async () => {
    const home = { postal_addresses: [{ country: 'FR', postal_code: '69001' }] }
    expect(numberOf(await withNumber('06 12 34 56 78', home))).toBe('33612345678')
    expect(numberOf(await withNumber('0033 6 12 34 56 79'))).toBe('33612345679')
  })

  it('is dialed in the country of the event, which comes before that of the group', async () => {
    const { path } = await givenEvent({ location: { locality: 'Berlin', country: 'DE' } })
    const rsvp = async (number: string) => {
      const person = { phone_numbers: [{ number }] }
      const { body } = await post(`${path}/attendances`, { person })
      return (await get(new URL(body._links['osdi:person'].href).pathname)).body
    }
    const first = await rsvp('030 1234567')
    expect(numberOf(first)).toBe('49301234567')
    // The next RSVP reads the event's country where the first one left it.
    expect(idOf(await rsvp('030/123 45 67'))).toBe(idOf(first))
    expect(idOf(await withNumber('+49 30 1234567'))).toBe(idOf(first))
  })

  it.runIf(has('imports'))('in rows of one request is dialed there, too', async () => {
    const sent = ['23 45 67 89', '+47 23456789'].map((number) => ({
      person: { phone_numbers: [{ number }] },
    }))
    const { body } = await post(`${PEOPLE}/bulk`, { rows: sent })
    const ids = body.rows.map(idOf)
    expect(new Set(ids).size).toBe(1)
  })
})

it('keeps a Norwegian and an American apart', async () => {
  const norwegian = await withNumber('+47 22 98 76 54')
  const american = await withNumber('+1 472 298 7654')
  expect(idOf(norwegian)).not.toBe(idOf(american))
  expect([numberOf(norwegian), numberOf(american)]).toEqual(['4722987654', '14722987654'])
})

it('a number stays that is put back as it was answered, or as it was typed', async () => {
  const home = { postal_addresses: [{ country: 'FR' }] }
  const person = await withNumber('06 99 88 77 66', home)
  const path = `${PEOPLE}/${idOf(person)}`
  for (const number of ['33699887766', '+33699887766', '06 99 88 77 66']) {
    const { body } = await put(path, { phone_numbers: [{ number }] })
    expect(numberOf(body)).toBe('33699887766')
    expect(body.modified_date).toBe(person.modified_date)
  }
})

it('finds a person by a number, however a filter writes it', async () => {
  const person = await withNumber('41 23 45 67')
  for (const typed of ['41234567', '+47 41 23 45 67', '004741234567', '4741234567']) {
    const { body } = await get(`${PEOPLE}?filter=${encodeURIComponent(`phone_number eq '${typed}'`)}`)
    expect(body._embedded['osdi:people'].map(idOf), typed).toEqual([idOf(person)])
  }
  const { body } = await get(`${PEOPLE}?filter=${encodeURIComponent("phone_number eq '+1 412 345 6700'")}`)
  expect(body._embedded['osdi:people']).toEqual([])
})

describe('an address', () => {
  const withEmail = async (address: string) => post(PEOPLE, { person: { email_addresses: [{ address }] } })

  it('of one mailbox leads to one person', async () => {
    const [one, ...others] = await Promise.all(
      ['kim@münchen.example', 'kim@xn--mnchen-3ya.example', 'Kim@mu\u0308nchen.example'].map(withEmail),
    )
    for (const other of others) expect(idOf(other.body)).toBe(idOf(one?.body))
    expect(idOf((await withEmail('kim@munchen.example')).body)).not.toBe(idOf(one?.body))
  })

  it('is kept without what copying added, and refused where it is two', async () => {
    const { body } = await withEmail('Lee <mailto:lee@exam\u200bple.org>')
    expect(body.email_addresses[0].address).toBe('lee@example.org')
    expect((await withEmail('lee@example,org')).status).toBe(400)
  })
})
