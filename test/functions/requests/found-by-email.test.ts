import { describe, expect, it } from 'vitest'
import { get, post } from '../../support/service.js'

const PEOPLE = '/api/v2/people'
const given = (address: string) => post(PEOPLE, { person: { email_addresses: [{ address }] } })

/** The emails of who is found by a query as it is written in an address. */
async function foundBy(filter: string): Promise<string[]> {
  const { body } = await get(`${PEOPLE}?filter=${filter}`)
  return body._embedded['osdi:people'].map((person: any) => person.email_addresses[0].address)
}

describe('a person is found by email', () => {
  it.each([
    ['in double quotes', 'a@b.c.example.org', encodeURIComponent('email eq "a@b.c.example.org"')],
    ['with a quote that is doubled', "o'brien@example.org", encodeURIComponent("email eq 'o''brien@example.org'")],
    ['with a quote that is not', "o'neil@example.org", encodeURIComponent("email eq 'o'neil@example.org'")],
    ['with a + that is not encoded', 'kim+rsvp@example.org', "email%20eq%20'kim+rsvp@example.org'"],
    ['with a + that is', 'lee+rsvp@example.org', encodeURIComponent("email eq 'lee+rsvp@example.org'")],
  ])('%s, and nobody else is', async (_name, email, filter) => {
    for (const each of [email, `x${email}`]) expect((await given(each)).status).toBe(200)
    expect(await foundBy(filter)).toEqual([email])
  })
})
