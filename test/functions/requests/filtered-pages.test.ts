import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, anEvent, get, givenEvent, givenInterfaceEvent, idOf, post, put } from '../../support/service.js'
import { has } from '../../support/rooms.js'

/* Members leave a filter while its pages are read. */

const RSVPS = 10
const pathOf = (href: string) => href.slice(PUBLIC_URL.length)
const filtered = (path: string, filter: string, per_page: number) =>
  `${path}?${new URLSearchParams({ filter, per_page: String(per_page) }).toString()}`

/** Follows `next`, and does something with each page. @returns the ids of all members that were seen */
async function follow(path: string, afterPage: (members: any[]) => Promise<unknown>) {
  const seen: string[] = []
  for (let at: string | undefined = path; at !== undefined;) {
    const { status, body, text } = await get(at)
    if (status !== 200) throw new Error(text)
    const members = Object.values(body._embedded)[0] as any[]
    seen.push(...members.map(({ identifiers }) => identifiers[0]))
    await afterPage(members)
    at = body._links.next && pathOf(body._links.next.href)
  }
  return seen
}

async function givenRsvps(event: { path: string }, guests: number[] = Array(RSVPS).fill(0)) {
  const made = []
  for (const [i, count] of guests.entries()) {
    const person = { email_addresses: [{ address: `${event.path.slice(-12)}-${i}@example.org` }] }
    made.push((await post(`${event.path}/attendances`, { person, 'service:guests': count })).body)
  }
  return made
}

describe('a collection that is filtered by status and followed by next', () => {
  it('misses no member that matched all the time while others leave the filter', async () => {
    const event = await givenEvent()
    const made = await givenRsvps(event)
    const path = filtered(`${event.path}/attendances`, "status eq 'accepted'", 3)
    const seen = await follow(path, async (members) => {
      for (const { _links } of members) await put(pathOf(_links.self.href), { status: 'declined' })
    })
    expect(seen.sort()).toEqual(made.map(({ identifiers }) => identifiers[0]).sort())
  })

  it('has the number of members that match now, on each page', async () => {
    const event = await givenEvent()
    await givenRsvps(event)
    const first = await get(filtered(`${event.path}/attendances`, "status eq 'accepted'", 4))
    const { body } = await get(pathOf(first.body._links.next.href))
    expect([body.page, body.total_records, body.total_pages]).toEqual([2, RSVPS, 3])
    const { body: last } = await get(pathOf(body._links.next.href))
    expect(last._links).not.toHaveProperty('next')
    expect(Object.values(last._embedded)[0]).toHaveLength(2)
  })

  it('refuses an "after" that no next has carried', async () => {
    const event = await givenEvent()
    const path = `${filtered(`${event.path}/attendances`, "status eq 'accepted'", 4)}&after=nonsense`
    const { status, body } = await get(path)
    expect([status, body['osdi:error'].resource_status[0].error_descriptions[0].properties]).toEqual([400, ['after']])
  })
})

describe('events that are filtered by their start and followed by next', () => {
  it.each(["start_date ge '2031-01-01'", "start_date ge '2031-01-01' and title eq 'Phone bank'"])(
    'by %s misses no event while others move',
    async (filter) => {
      const made: string[] = []
      for (let i = 0; i < 5; i++)
        made.push((await post('/api/v2/events', anEvent({ start_date: '2031-02-01' }))).body.identifiers[0])
      const seen = await follow(filtered('/api/v2/events', filter, 2), async (members) => {
        for (const { _links } of members) await put(pathOf(_links.self.href), { start_date: '2030-01-01' })
      })
      expect(seen.sort()).toEqual(made.sort())
    },
  )
})

describe('attendances', () => {
  it('are filtered by their guests', async () => {
    const event = await givenInterfaceEvent({ max_guests: 5 })
    await givenRsvps(event, [0, 1, 2, 3])
    const guests = async (filter: string) => {
      const { body } = await get(filtered(`${event.path}/attendances`, filter, 25))
      return body._embedded['osdi:attendances'].map((each: any) => each['service:guests']).sort()
    }
    expect(await guests('service:guests eq 0')).toEqual([0])
    expect(await guests('service:guests gt 1')).toEqual([2, 3])
    expect(await guests('service:guests lt 2')).toEqual([0, 1])
    const { status, text } = await get(filtered(`${event.path}/attendances`, 'service:guests gt many', 25))
    expect([status, text]).toEqual([400, expect.stringContaining('is compared with a whole number')])
  })

  it.runIf(has('seats'))('are filtered by whether they wait', async () => {
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    await givenRsvps(event, [0, 0, 0])
    const count = async (value: string) =>
      (await get(filtered(`${event.path}/attendances`, `service:waitlisted eq ${value}`, 25))).body.total_records
    expect([await count('true'), await count('false')]).toEqual([2, 1])
  })
})

it('events are filtered by their status', async () => {
  const event = await givenInterfaceEvent()
  const ids = async (status: string) =>
    (await get(filtered('/api/v2/events', `status eq '${status}'`, 100))).body._embedded['osdi:events'].map(
      ({ _links }: any) => idOf({ body: { _links } } as never),
    )
  expect(await ids('confirmed')).toContain(event.id)
  expect(await ids('cancelled')).not.toContain(event.id)
})
