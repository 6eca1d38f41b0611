import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { demo, get, givenInterfaceEvent, post, put, table } from '../support/service.js'

const OWNER = `group:${demo.group.id}` as const
const show = (show_coming: boolean | null) => ownerStore(table).changeSettings(OWNER, { show_coming })

const pageOf = async (id: string) => (await get(`/events/${id}`, { key: null })).text

async function rsvp(path: string, name: string, guests = 0): Promise<string> {
  const person = { given_name: name, email_addresses: [{ address: `${name}@shown.example` }] }
  const { body } = await post(`${path}/attendances`, { person, 'service:guests': guests })
  return new URL(body._links.self.href as string).pathname
}

describe('the number of people on the page of an event', () => {
  beforeAll(() => show(true))
  afterAll(() => show(null))

  it('counts people with their guests, from ten on, in steps of ten', async () => {
    const { id, path } = await givenInterfaceEvent({ max_guests: 20 })
    await rsvp(path, 'ana', 8)
    expect(await pageOf(id)).not.toContain('people are coming')
    await rsvp(path, 'ben')
    expect(await pageOf(id)).toContain('10+ people are coming')
    const cleo = await rsvp(path, 'cleo', 9)
    expect(await pageOf(id)).toContain('20+ people are coming')
    await put(cleo, { status: 'declined' })
    expect(await pageOf(id)).toContain('10+ people are coming')
  })

  it('is there only where the group shows it, and only until the event is canceled', async () => {
    const { id, path } = await givenInterfaceEvent({ max_guests: 20 })
    await rsvp(path, 'dan', 14)
    expect(await pageOf(id)).toContain('10+ people are coming')
    await show(null)
    expect(await pageOf(id)).not.toContain('people are coming')
    await show(true)
  })

  it('costs one read more', async () => {
    const { id } = await givenInterfaceEvent()
    const cost = async () => {
      const before = table.consumedCapacity.read
      await pageOf(id)
      return table.consumedCapacity.read - before
    }
    const shown = await cost()
    await show(null)
    expect(shown - (await cost())).toBeLessThanOrEqual(1)
    await show(true)
  })
})
