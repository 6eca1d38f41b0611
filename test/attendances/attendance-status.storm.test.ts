import { expect, it } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import {
  PUBLIC_URL,
  assignPending,
  get,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  table,
  violations,
} from '../support/service.js'

let people = 0
async function givenPerson(): Promise<string> {
  const person = { email_addresses: [{ address: `status-${++people}@example.org` }] }
  return idOf(await post('/api/v2/people', { person }))
}

it('the count is exact after many people have canceled and come again at once, in calm and in a rush', async () => {
  const { path, id } = await givenInterfaceEvent({ capacity: 30 })
  const attendances = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const href = `${PUBLIC_URL}/api/v2/people/${await givenPerson()}`
      return idOf(await post(`${path}/attendances`, { _links: { 'osdi:person': { href } } }))
    }),
  )
  const change = (which: string[], status: string) =>
    Promise.all(which.map((each) => put(`${path}/attendances/${each}`, { status })))
  for (const isRush of [false, true]) {
    if (isRush) markContended(table, lists.attendancesOf(id))
    const replies = await Promise.all([
      change(attendances.slice(0, 20), 'declined'),
      change(attendances.slice(15), 'accepted'),
    ])
    expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([200]))
    await change(attendances.slice(0, 10), 'declined')
    await assignPending()
    const statuses = await Promise.all(
      attendances.map(async (each) => (await get(`${path}/attendances/${each}`)).body.status),
    )
    const declined = statuses.filter((each) => each === 'declined').length
    expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 30 - declined, declined })
    expect(await violations()).toEqual([])
    await change(attendances, 'accepted')
  }
})
