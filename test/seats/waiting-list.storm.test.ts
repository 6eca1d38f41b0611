import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type InterfaceChange, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
  violations,
} from '../support/service.js'

/* Places: the capacity changes while people come, and they join a waiting list. */

const owner = `group:${demo.group.id}` as const

const change = (id: string, fields: InterfaceChange) =>
  updateInterfaceEvent(owner, id, fields, eventDependencies(service))

const emailOf = (name: string) => ({ email_addresses: [{ address: `${name}@example.org` }] })

/** Records an RSVP of a new person, or of one who is named. @returns the answer and the path of the attendance */
async function rsvp(path: string, fields: object = {}, name: string = randomUUID()) {
  const person = emailOf(name)
  const reply = await post(`${path}/attendances`, { person, ...fields })
  const { status, 'service:waitlisted': waitlisted, 'service:waitlist_position': position } = reply.body
  const at = reply.status === 200 ? `${path}/attendances/${idOf(reply)}` : ''
  return { code: reply.status, status, waitlisted, position, at, reply }
}

const cancel = (at: string) => put(at, { status: 'declined' })
const statusOf = async (at: string) => (await get(at)).body.status as string
const totalsOf = async (path: string) => (await get(path)).body['service:totals']

describe('a waiting list', () => {
  it('is exact in a rush: exactly the capacity is accepted while anyone is on it', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 25, waitlist: true })
    markContended(table, lists.attendancesOf(id))
    const all = await Promise.all(
      Array.from({ length: 90 }, async (_, i) => {
        const { code, at } = await rsvp(path)
        expect(code).toBe(200)
        if (i % 5 === 0) expect((await cancel(at)).status).toBe(200)
        return at
      }),
    )
    await assignPending()
    await assignPending()
    const statuses = await Promise.all(all.map(statusOf))
    expect(statuses.filter((each) => each === 'accepted')).toHaveLength(25)
    expect(statuses.filter((each) => each === 'declined')).toHaveLength(18)
    expect(await totalsOf(path)).toMatchObject({ accepted: 25, declined: 18, waitlisted: 47 })
    expect(await violations()).toEqual([])
  })
})

describe('a capacity', () => {
  it.each([
    [21, 26],
    [26, 21],
    [1, 640],
    [500, 3],
  ])('that changes from %i to %i admits as many, and no more', async (before, after) => {
    const { path, id } = await givenInterfaceEvent({ capacity: before })
    for (let i = 0; i < Math.min(before, after, 4); i++) expect((await rsvp(path)).code).toBe(200)
    expect((await change(id, { capacity: after })).capacity).toBe(after)
    const codes = []
    for (let i = Math.min(before, after, 4); i < Math.min(after, 30) + 3; i++) codes.push((await rsvp(path)).code)
    const accepted = (await totalsOf(path)).accepted
    expect(accepted).toBe(Math.min(after, codes.length + Math.min(before, after, 4)))
    expect(await violations()).toEqual([])
  })

  it('is exact while it is raised and lowered and people come and cancel', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 20 })
    const capacities = [35, 8, 27, 22]
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          const { code, at } = await rsvp(path)
          if (code === 200 && i % 4 === 0) await cancel(at)
          return code
        }),
      ),
      (async () => {
        for (const capacity of capacities) await change(id, { capacity })
      })(),
    ])
    expect(new Set(answers)).toEqual(new Set([200, 409]))
    await assignPending()
    const { accepted } = await totalsOf(path)
    for (let i = accepted; i < 22; i++) expect((await rsvp(path)).code).toBe(200)
    expect((await rsvp(path)).code).toBe(409)
    expect(await violations()).toEqual([])
  })
})
