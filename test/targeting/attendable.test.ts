import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { getOne } from '../../lib/table/reads.js'
import {
  assignPending,
  demo,
  givenEvent,
  givenInterfaceEvent,
  post,
  put,
  table,
  violations,
} from '../support/service.js'
import { has } from '../support/rooms.js'

const LONG = `<p>${'What it is about. '.repeat(2_000)}</p>`

let people = 0
const stranger = () => ({ person: { email_addresses: [{ address: `someone-${++people}@example.org` }] } })

/** Returns the units of a request. */
async function costOf(request: () => Promise<{ status: number }>) {
  const { read, write } = table.consumedCapacity
  expect(await request()).toMatchObject({ status: 200 })
  const { read: readAfter, write: writeAfter } = table.consumedCapacity
  return { read: readAfter - read, write: writeAfter - write }
}

const lengthOf = (id: string) => getOne(table, lists.attendancesOf(id).length)

describe('an RSVP', () => {
  // A memory of one second stays.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  it('costs the same at events with and without a long description', async () => {
    const [short, long] = [await givenEvent(), await givenEvent({ description: LONG })]
    const rsvp = (event: { path: string }) => () => post(`${event.path}/attendances`, stranger())
    for (const event of [short, long]) await rsvp(event)()
    const cost = await costOf(rsvp(short))
    expect(await costOf(rsvp(long))).toEqual(cost)
    markContended(table, lists.attendancesOf(long.id), 60_000)
    expect((await costOf(rsvp(long))).read).toBeLessThanOrEqual(cost.read)
  })

  it('goes on to cost the same when the event gets a long description later', async () => {
    const event = await givenEvent()
    const rsvp = () => post(`${event.path}/attendances`, stranger())
    await rsvp()
    const cost = await costOf(rsvp)
    await put(event.path, { description: LONG })
    expect(await costOf(rsvp)).toEqual(cost)
  })

  it.runIf(has('seats'))('finds the capacity of the event when it does not read the event', async () => {
    const event = await givenInterfaceEvent({ description: LONG, capacity: 2 })
    const rsvp = () => post(`${event.path}/attendances`, stranger())
    expect([(await rsvp()).status, (await rsvp()).status, (await rsvp()).status]).toEqual([200, 200, 409])
  })

  it('is refused to another owner when it does not read the event', async () => {
    const event = await givenEvent()
    await post(`${event.path}/attendances`, stranger())
    const refused = await post(`${event.path}/attendances`, stranger(), { key: demo.other_group.key })
    expect(refused.status).toBe(404)
  })

  it('is found by the event that a sequencer has kept with the length of a contended list', async () => {
    const event = await givenEvent({ description: LONG })
    markContended(table, lists.attendancesOf(event.id), 60_000)
    await post(`${event.path}/attendances`, stranger())
    await assignPending()
    expect((await lengthOf(event.id))?.['attendable']).toMatchObject({ origin: 'api' })
    expect(await violations()).toEqual([])
  })
})

describe('the audit', () => {
  it('reports a length that shows another event than there is', async () => {
    const event = await givenEvent()
    await post(`${event.path}/attendances`, stranger())
    const ownedBy = (owner: string) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: lists.attendancesOf(event.id).length,
          UpdateExpression: 'SET attendable.#owner = :owner',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':owner': owner },
        }),
      )
    await ownedBy('group:other')
    expect(await violations()).toContain(
      `The length of the attendances of event:${event.id} shows another event than there is.`,
    )
    await ownedBy(`group:${demo.group.id}`)
    expect(await violations()).toEqual([])
  })
})
