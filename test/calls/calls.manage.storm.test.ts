import { describe, expect, it } from 'vitest'
import { nextCall } from '../../lib/calls/store/call-store.js'
import { givenInterfaceEvent, post, table } from '../support/service.js'

let numbers = 0

/** An RSVP with a phone number. @returns its id, and the number */
async function rsvp(id: string, given_name: string, phone: string | null = `1303555${1000 + ++numbers}`) {
  const { body } = await post(`/api/v2/events/${id}/attendances`, {
    person: {
      given_name,
      email_addresses: [{ address: `${given_name.toLowerCase()}-${id}@calls.example` }],
      ...(phone !== null && { phone_numbers: [{ number: phone }] }),
    },
  })
  return { id: body._links.self.href.split('/').at(-1) as string, phone: phone ?? '' }
}

describe('callers of one event', () => {
  const now = Date.now()
  const at = (minutes: number) => new Date(now + minutes * 60_000)

  it('never have the same person within ten minutes, however many ask at once', async () => {
    const { id } = await givenInterfaceEvent()
    for (let i = 0; i < 12; i++) await rsvp(id, `Raced${i}`)
    const asked = Array.from({ length: 20 }, async (_, i) => nextCall(table, id, `caller ${i}`, at(0)))
    const people = (await Promise.all(asked)).flatMap((each) => (each ? [each.person.id] : []))
    expect(new Set(people).size).toBe(people.length)
    // One who was passed over in the race is found by the next caller.
    for (let left = await nextCall(table, id, 'last', at(0)); left; left = await nextCall(table, id, 'last', at(0)))
      people.push(left.person.id)
    expect([people.length, new Set(people).size]).toEqual([12, 12])
    expect(await nextCall(table, id, 'early', at(9.9))).toBeUndefined()
    expect(await nextCall(table, id, 'late', at(10.1))).toBeDefined()
  })
})
