import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { givenEvent, idOf, post, table, violations } from '../../support/service.js'

/*
 * The same POST, many times. An event counts each as a change, as the documents ask; people and RSVPs that differ in
 * nothing are not written.
 */

const MANY = 36

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.restoreAllMocks())

const revisionOf = ({ headers }: Awaited<ReturnType<typeof post>>) => Number(headers['etag']?.split('-')[0]?.slice(1))

let names = 0
const kinds = [
  ['an event', async () => ['/api/v2/events', { title: 'T', origin_system: 'S', identifiers: [`same:${++names}`] }], 1],
  [
    'a person',
    async () => ['/api/v2/people', { person: { email_addresses: [{ address: `same-${++names}@a.test` }] } }],
    0,
  ],
  [
    'an RSVP',
    async () => [
      `${(await givenEvent()).path}/attendances`,
      { person: { email_addresses: [{ address: `same-${++names}@a.test` }] } },
    ],
    0,
  ],
] as [string, () => Promise<[path: string, body: object]>, number][]

it.each(kinds)(
  'the same POST of %s, one after the other, is one resource and no write too many',
  async (_, given, step) => {
    const [path, body] = await given()
    const replies = []
    for (let i = 0; i < MANY; i++) replies.push(await post(path, body))
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(replies.map(revisionOf)).toEqual(replies.map((_, i) => 1 + step * i))
    expect(await violations()).toEqual([])
  },
)

it.each(kinds)('the same POST of %s, all at once, is one resource and no write too many', async (_, given, step) => {
  const [path, body] = await given()
  const replies = await Promise.all(Array.from({ length: MANY }, () => post(path, body)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(idOf)).size).toBe(1)
  expect(Math.max(...replies.map(revisionOf))).toBe(1 + step * (MANY - 1))
  expect(await violations()).toEqual([])
})

it('a POST of an event that takes more than a second to write is written twice: with its date, and with a later one', async () => {
  const [path, body] = await (kinds[0] as (typeof kinds)[0])[1]()
  await post(path, body)
  const send = table.client.send.bind(table.client)
  const slow = vi.spyOn(table.client, 'send').mockImplementation(async (...sent: unknown[]) => {
    const answer = await (send as (...sent: unknown[]) => Promise<unknown>)(...sent)
    if (/Transact|Update/.test((sent[0] as object).constructor.name)) {
      slow.mockRestore()
      vi.advanceTimersByTime(1_200)
    }
    return answer as never
  })
  expect([revisionOf(await post(path, body)), revisionOf(await post(path, body))]).toEqual([3, 4])
})
