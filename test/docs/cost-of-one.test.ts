import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { MESSAGE, NAMES, VIEW } from '../../bench/cost.js'
import { startReceiver } from '../support/given/receiver.js'
import { has } from '../support/rooms.js'
import { demo, get, givenInterfaceEvent, invoke, post, table, useEnvironment } from '../support/service.js'

/* What one RSVP causes beside its own writes, in the units that the engine reports. docs/cost.md multiplies them. */

useEnvironment({ WEBHOOK_ALLOW_PRIVATE: 'on' })
const receiver = await startReceiver()
afterAll(() => receiver.close())

const RSVPS = 20
const { key } = demo.group

/** The units of each of so many, without parts: they share reads. */
async function unitsOfEach(work: () => Promise<unknown>) {
  const before = { ...table.consumedCapacity }
  await work()
  const { read, write } = table.consumedCapacity
  return { read: (read - before.read) / RSVPS, write: (write - before.write) / RSVPS }
}

const batch = (queue: string, bodies: object[]) =>
  invoke(`queues/${queue}`, {
    Records: bodies.map((body, i) => ({ messageId: String(i), body: JSON.stringify(body) })),
  })

/** RSVPs of new people with a name and an email, as the form takes them. */
async function rsvps(name: string) {
  const event = await givenInterfaceEvent({ title: name })
  const all = Array.from({ length: RSVPS }, async (_, n) => {
    const person = {
      given_name: 'Ana',
      family_name: `Okafor${n}`,
      email_addresses: [{ address: `${name}-${n}@one.example` }],
    }
    const { body } = await post(`/api/v2/events/${event.id}/attendances`, { person }, { key })
    return { person: body['service:person_id'] as string, event: event.id }
  })
  return Promise.all(all)
}

it.runIf(has('finding'))('the index of names costs the units that docs/cost.md takes for a new person', async () => {
  const people = await rsvps('names')
  const keys = people.map(({ person }) => ({ pk: `person#${person}`, sk: 'person' }))
  expect(await unitsOfEach(() => batch('index-names', keys))).toEqual(NAMES)
})

it.runIf(has('webhooks'))('a message costs the units that docs/cost.md takes for it, made and delivered', async () => {
  const { body } = await post('/api/v2/webhooks', { types: ['attendance.created'], url: receiver.url }, { key })
  const webhook = new URL(body._links.self.href as string).pathname.split('/').at(-1)
  const changes = (await rsvps('message')).map(({ person, event }) => ({
    pk: `person#${person}`,
    sk: `attendance#${event}`,
    revision: 1,
  }))
  const { read, write } = await unitsOfEach(async () => {
    await batch('collect-messages', changes)
    await batch('deliver-messages', [{ pk: `webhook#${webhook}`, owner: `group:${demo.group.id}` }])
  })
  expect(receiver.received).toHaveLength(RSVPS)
  // Parts of a unit depend on how many are sent at once.
  expect([Math.round(read), Math.round(write)]).toEqual([Math.round(MESSAGE.read), Math.round(MESSAGE.write)])
})

it.runIf(has('pages'))(
  'a view of the page of an event costs the units and bytes that docs/cost.md takes for it',
  async () => {
    const { id } = await givenInterfaceEvent({ title: 'Phone bank' })
    await get(`/events/${id}`, { key: null })
    const before = table.consumedCapacity.read
    const { text } = await get(`/events/${id}`, { key: null })
    expect(table.consumedCapacity.read - before).toBe(VIEW.read)
    const { length } = gzipSync(text)
    expect(length).toBeGreaterThan(0.8 * VIEW.bytes)
    expect(length).toBeLessThanOrEqual(VIEW.bytes)
  },
)
