import { describe, expect, it } from 'vitest'
import { demo, get, givenEvent, givenInterfaceEvent, post } from '../../support/service.js'
import { adminOf } from '../../admin/admin.js'
import { address } from '../../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const KEYLESS = { key: null }

const rsvp = async (event: { path: string }, email: string) => {
  const person = { given_name: 'Mona', family_name: 'Diaz', email_addresses: [{ address: email }] }
  const { body } = await post(`${event.path}/attendances`, { person })
  return {
    link: new URL(body._links['service:self_service'].href).pathname,
    person: (body['service:person_id'] as string).replace('service:', ''),
  }
}

describe("a person's own data", () => {
  it('is one file at the link of any RSVP, with what is kept and with all RSVPs', async () => {
    const [one, other] = [await givenEvent({ title: 'One' }), await givenInterfaceEvent({ title: 'Other' })]
    await rsvp(one, 'own@example.org')
    const { link } = await rsvp(other, 'own@example.org')
    await rsvp(other, 'another@example.org')

    expect((await get(link, KEYLESS)).text).toContain(`href="https://events.example.org${link}/data"`)
    const { status, headers, text } = await get(`${link}/data`, KEYLESS)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(headers['cache-control']).toBe('no-store')
    const data = JSON.parse(text)
    expect(data.person).toMatchObject({ given_name: 'Mona', family_name: 'Diaz' })
    expect(data.person.email_addresses[0].address).toBe('own@example.org')
    expect(data.rsvps.map(({ event }: any) => event.title).sort()).toEqual(['One', 'Other'])
    expect(text).not.toContain('another@example.org')
    for (const internal of ['"pk"', '"revision"', '"owner"', demo.group.id])
      expect(text).not.toContain(internal)
  })

  it('is nowhere without a link, and gone when the person is erased', async () => {
    const { link, person } = await rsvp(await givenEvent(), 'gone@example.org')
    const forged = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    expect((await get(`${forged}/data`, KEYLESS)).status).toBe(404)
    await admin('person', 'erase', person)
    expect((await get(`${link}/data`, KEYLESS)).status).toBe(404)
  })
})
