import { expect, it, vi } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { demo, get, givenEvent, invoke, post, table, useEnvironment } from '../support/service.js'

useEnvironment({ WEBHOOK_ALLOW_PRIVATE: 'on' })

const RSVPS = 12

/** Returns the cost of some RSVPs of new people, one after the other, without the work behind them. */
async function costOf(key: string, isContended: boolean) {
  const event = await givenEvent({}, { key })
  if (isContended) markContended(table, lists.attendancesOf(event.id), 60_000)
  const attend = async (n: number) => {
    const person = { email_addresses: [{ address: `${isContended}-${n}@example.org` }] }
    const { status, text } = await post(`${event.path}/attendances`, { person }, { key })
    expect(status, text).toBe(200)
  }
  // The clock stands: a process remembers some items for a second. The first RSVP of an event writes more.
  vi.useFakeTimers({ toFake: ['Date'] })
  await attend(0)
  const { read, write } = { ...table.consumedCapacity }
  for (let n = 1; n <= RSVPS; n++) await attend(n)
  vi.useRealTimers()
  return { read: table.consumedCapacity.read - read, write: table.consumedCapacity.write - write }
}

it.each([
  ['on the synchronous path', false],
  ['on the deferred path', true],
])('an RSVP costs the same with a webhook, %s', async (_, isContended) => {
  const without = await costOf(demo.other_group.key, isContended)
  await post('/api/v2/webhooks', { types: ['*'], url: 'https://example.org/' })
  const withOne = await costOf(demo.group.key, isContended)
  expect(withOne).toEqual(without)
})

it('a batch of messages reads its event and its webhooks once', async () => {
  const { key } = demo.other_group
  const event = await givenEvent({}, { key })
  const webhook = (await post('/api/v2/webhooks', { types: ['attendance.created'] }, { key })).body
  const announcements: object[] = []
  for (let n = 0; n < 40; n++) {
    const person = { email_addresses: [{ address: `batch-${n}@example.org` }] }
    const { body } = await post(`${event.path}/attendances`, { person }, { key })
    const item = { pk: `person#${body['service:person_id']}`, sk: `attendance#${event.id}` }
    announcements.push({ ...item, revision: 1 })
  }
  const { read } = { ...table.consumedCapacity }
  await invoke('queues/collect-messages', {
    Records: announcements.map((each, i) => ({ messageId: String(i), body: JSON.stringify(each) })),
  })
  // An attendance, whether its message is there, and whether its person is erased; little for all together.
  expect(table.consumedCapacity.read - read).toBeLessThanOrEqual(3 * announcements.length + 10)
  const { body } = await get(`${new URL(webhook._links.self.href as string).pathname}/messages?limit=100`, {
    key,
  })
  expect(body.messages).toHaveLength(announcements.length)
})
