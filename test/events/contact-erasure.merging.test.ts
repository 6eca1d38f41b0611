import { describe, expect, it } from 'vitest'
import { admin } from '../support/mail/mail.js'
import { get, givenEvent, givenInterfaceEvent, post, put, table } from '../support/service.js'

const PHONE = '+1 217 555 0142'

async function givenPerson(address: string, phone?: string): Promise<string> {
  const { body } = await post('/api/v2/people', {
    person: {
      given_name: 'Erika',
      email_addresses: [{ address }],
      ...(phone && { phone_numbers: [{ number: phone }] }),
    },
  })
  return (body.identifiers[0] as string).replace('service:', '')
}
const erase = (id: string) => admin('person', 'erase', id)
const shown = async ({ id, path }: { id: string; path: string }) =>
  [
    (await get(path)).text,
    (await get(`/events/${id}/frame`, { key: null })).text,
    (await get(`/events/${id}/calendar.ics`, { key: null })).text,
  ].join('\n')

describe('the erasure of a person who is the contact of an event', () => {
  it('takes them out of every event that names their address, whatever its spelling', async () => {
    const id = await givenPerson('erika@contacts.example')
    const contact = { name: 'Erika Ort', email_address: 'Erika@contacts.example', public: true }
    const events = [
      await givenEvent({ 'service:contact': contact }),
      await givenInterfaceEvent({ contact: { ...contact, email_address: 'erika@contacts.example' } }),
    ]
    for (const event of events) expect(await shown(event)).toContain('Erika Ort')
    await erase(id)
    for (const event of events) {
      expect(await shown(event)).not.toMatch(/Erika Ort|contacts\.example/i)
      expect((await get(event.path)).body['service:contact']).toBeUndefined()
    }
  })

  it('finds them by their phone number, as it was typed, and nobody with the same last digits elsewhere', async () => {
    const id = await givenPerson('phone@contacts.example', PHONE)
    const event = await givenEvent({ 'service:contact': { name: 'Erika Ort', phone_number: '(217) 555-0142' } })
    const elsewhere = await givenEvent({ 'service:contact': { name: 'Olga', phone_number: '(312) 555-0142' } })
    await erase(id)
    expect((await get(elsewhere.path)).text).toContain('Olga')
    expect((await get(event.path)).text).not.toContain('Erika Ort')
  })

  it('takes them out of those who get a list of guests, and leaves the contact, who is somebody else', async () => {
    const id = await givenPerson('lists@contacts.example')
    const olga = { email_address: 'olga@contacts.example', public: false }
    const closing = { start_date: { wallClock: '2041-05-01T18:00:00' }, rsvps_close: '2041-04-30T18:00:00' }
    const listed = { ...closing, list_to: 'Lists@contacts.example' }
    const events = [
      await givenInterfaceEvent({ ...listed, contact: olga }),
      await givenInterfaceEvent({ ...listed, contact: { email_address: 'lists@contacts.example', public: false } }),
      await givenInterfaceEvent({ ...closing, list_to: 'venue@contacts.example' }),
    ]
    await erase(id)
    const named = await Promise.all(events.map(async ({ path }) => (await get(path)).body))
    expect(named.map((body) => [body['service:list_to'], body['service:contact']?.email_address])).toEqual([
      [undefined, olga.email_address],
      [undefined, undefined],
      ['venue@contacts.example', undefined],
    ])
  })

  it('leaves the contacts that are somebody else, and one that has changed', async () => {
    const id = await givenPerson('gone@contacts.example')
    const other = await givenEvent({ 'service:contact': { name: 'Olga', email_address: 'olga@contacts.example' } })
    const changed = await givenEvent({ 'service:contact': { name: 'Erika', email_address: 'gone@contacts.example' } })
    await put(changed.path, { 'service:contact': { name: 'Nils', email_address: 'nils@contacts.example' } })
    await erase(id)
    expect((await get(other.path)).text).toContain('Olga')
    expect((await get(changed.path)).text).toContain('Nils')
  })

  it('costs an event two write units where it has a contact', async () => {
    const spent = async (fields: object) => {
      const before = table.consumedCapacity.write
      await givenEvent(fields)
      return table.consumedCapacity.write - before
    }
    const plain = await spent({})
    expect(await spent({ 'service:contact': { email_address: 'c@contacts.example' } })).toBe(plain + 2)
  })
})
