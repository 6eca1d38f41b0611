import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyDynamoDb, startFaultyDynamoDb } from '../support/engine/faults.js'
import {
  type Reply,
  address,
  anEvent,
  givenEvent,
  givenInterfaceEvent,
  post,
  send,
  put,
  useDynamoDb,
} from '../support/service.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'

let faulty: FaultyDynamoDb

beforeAll(async () => {
  faulty = await startFaultyDynamoDb(address.endpoint)
  useDynamoDb(faulty.endpoint)
})

afterAll(() => {
  useDynamoDb(address.endpoint)
  faulty.close()
})

const person = (address: string) => ({ person: { email_addresses: [{ address: `${address}@example.org` }] } })
const pathOf = ({ body }: Reply) => new URL(body._links.self.href).pathname

/** Holds the writes that match up. @returns when the first of them has come, and how they are let go */
function holdWrites(of: RegExp) {
  const [come, gone] = [Promise.withResolvers(), Promise.withResolvers()]
  faulty.troubles(async ({ action, body }) => {
    if (!/Put|Update|Delete|Transact/.test(action) || !of.test(body)) return undefined
    come.resolve(true)
    await gone.promise
    return undefined
  })
  return { come: come.promise, release: () => gone.resolve(true) }
}

interface Case {
  /** Makes what the write needs. @returns the write, which `of` knows */
  given: () => Promise<() => Promise<Reply>>
  of: RegExp
  type: string
  resources?: number
}

const cases: Record<string, Case> = {
  'a new person': {
    given: async () => () => post('/api/v2/people', { person: { ...person('one').person, given_name: 'Held' } }),
    of: /Held/,
    type: 'person.created',
  },
  'a change of a person': {
    given: async () => {
      const path = pathOf(await post('/api/v2/people', person('two')))
      return () => put(path, { given_name: 'Held' })
    },
    of: /Held/,
    type: 'person.changed',
  },
  'a new event': {
    given: async () => () => post('/api/v2/events', anEvent({ title: 'Held' })),
    of: /Held/,
    type: 'event.created',
  },
  'an RSVP of a known person': {
    given: async () => {
      await post('/api/v2/people', person('three'))
      const { path } = await givenEvent()
      return () => post(`${path}/attendances`, person('three'))
    },
    of: /Put.*attendance#/,
    type: 'attendance.created',
  },
  'an RSVP of a new person': {
    given: async () => {
      const { path } = await givenEvent()
      return () => post(`${path}/attendances`, person('four'))
    },
    of: /Put.*attendance#/,
    type: 'attendance.created',
  },
  'a cancellation that lets another person come': {
    given: async () => {
      const { path } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
      const first = pathOf(await post(`${path}/attendances`, person('five')))
      await post(`${path}/attendances`, person('six'))
      return () => put(first, { status: 'declined' })
    },
    of: /declined/,
    type: 'attendance.changed',
    resources: 2,
  },
  'a tagging': {
    given: async () => {
      const tag = (await post('/api/v2/tags', { name: 'Held' })).body._links.self.href as string
      const href = (await post('/api/v2/people', person('seven'))).body._links.self.href
      return () => post(`${new URL(tag).pathname}/taggings`, { _links: { 'osdi:person': { href } } })
    },
    of: /taggings#/,
    type: 'tagging.created',
  },
  'a tagging that goes': {
    given: async () => {
      await post('/api/v2/tags', { name: 'Going' })
      await post('/api/v2/people', { ...person('eight'), add_tags: ['Going'] })
      return () => post('/api/v2/people', { ...person('eight'), remove_tags: ['Going'] })
    },
    of: /taggings#/,
    type: 'tagging.deleted',
  },
}

it.each(Object.entries(cases))(
  'a new webhook receives %s that began before it was created and ended afterwards',
  async (_, { given, of, type, resources = 1 }) => {
    const write = await given()
    const { come, release } = holdWrites(of)
    const answer = write()
    await come
    const { path } = await givenWebhook({ types: [type] })
    release()
    const { status, text } = await answer
    faulty.calm()
    expect(status, text).toBe(200)
    await eventually(async () => {
      const hrefs = (await pulled(path)).map(({ data }) => data._links.self.href as string)
      expect(new Set(hrefs).size).toBe(resources)
    })
    await send('DELETE', path)
  },
)

it('a new webhook receives a write that another webhook of the owner receives and that ended after it was created', async () => {
  const other = await givenWebhook({ types: ['event.created'] })
  const { come, release } = holdWrites(/Held/)
  const answer = post('/api/v2/events', anEvent({ title: 'Held' }))
  await come
  const { path } = await givenWebhook({ types: ['event.created'] })
  release()
  const { body } = await answer
  faulty.calm()
  for (const each of [other.path, path])
    await eventually(async () =>
      expect((await pulled(each)).map(({ data }) => data._links.self.href)).toContain(body._links.self.href),
    )
  for (const each of [other.path, path]) await send('DELETE', each)
})

it('a webhook receives a write that took long as it was written last', async () => {
  const event = await givenEvent()
  const { path } = await givenWebhook({ types: ['event.changed'] })
  const { come, release } = holdWrites(/Held/)
  const answer = put(event.path, { title: 'Held' })
  await come
  // Longer than readers of changes wait for a write.
  await new Promise((done) => setTimeout(done, 1_100))
  release()
  const { body } = await answer
  faulty.calm()
  await eventually(async () => {
    const [last] = (await pulled(path)).sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    expect(last?.data.modified_date).toBe(body.modified_date)
    expect(new Date(last?.timestamp).getTime()).toBeGreaterThan(Date.parse(event.modified_date) + 1_000)
  })
})
