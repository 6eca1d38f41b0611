import { expect, it } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { type Received, startReceiver } from '../support/given/receiver.js'
import { get, givenEvent, post, table } from '../support/service.js'
import { sized, timeFor } from '../support/size.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'

const RSVPS = sized(150, 5_000)
const CALLERS = 10

const idsIn = (received: Received[]) =>
  received.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id) as string[])

it(
  'a webhook gets one message of each RSVP of a rush, numbered without a gap',
  async () => {
    const receiver = await startReceiver()
    const event = await givenEvent()
    const { path } = await givenWebhook({
      url: receiver.url,
      event: event._links.self.href,
      types: ['attendance.created'],
      batch_size: 100,
      max_per_second: 200,
    })
    markContended(table, lists.attendancesOf(event.id))
    const attendances = new Set<string>()
    let next = 0
    const call = async () => {
      while (next < RSVPS) {
        const person = { email_addresses: [{ address: `rush-${next++}@example.org` }] }
        const { status, text, body } = await post(`${event.path}/attendances`, { person })
        expect(status, text).toBe(200)
        attendances.add(body._links.self.href as string)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))

    await eventually(async () => expect(await pulled(path)).toHaveLength(RSVPS))
    // An ordinal is no change that a webhook hears of.
    await eventually(async () => expect((await get(event.path)).body.total_accepted).toBe(RSVPS))
    const messages = await pulled(path)
    expect(messages).toHaveLength(RSVPS)
    expect(new Set(messages.map(({ data }) => data._links.self.href))).toEqual(attendances)
    // The first digits of an id are the number of the message.
    const numbers = messages.map(({ id }) => parseInt((id as string).slice('msg_'.length, -16), 36))
    expect(numbers).toEqual(Array.from({ length: RSVPS }, (_, i) => i + 1))
    const ids = new Set(messages.map(({ id }) => id))
    await eventually(() => expect(new Set(idsIn(receiver.received))).toEqual(ids))
    expect(idsIn(receiver.received)).toHaveLength(RSVPS)
    await receiver.close()
  },
  timeFor(300_000),
)
