import { describe, expect, it } from 'vitest'
import { audit } from '../../lib/app/audit.js'
import { inStep } from '../support/engine/in-step.js'
import { assignPending, get, givenEvent, post, table } from '../support/service.js'

/* The cost of a row of a bulk request, against an RSVP by itself: requests of the table, and write units. */

const ROWS = 96

// Rows share a transaction that are ready at the same time.
table.client = inStep(table.client)

async function costOf(work: () => Promise<unknown>) {
  const before = { ...table.consumedCapacity }
  await work()
  const { requests, write } = table.consumedCapacity
  return { calls: requests - before.requests, units: write - before.write }
}

const person = (name: string) => ({ person: { email_addresses: [{ address: `${name}@cost.example` }] } })

describe('a row of a bulk request', () => {
  it('costs a third of a call and six and a half write units at most, where an RSVP by itself costs thirteen', async () => {
    const { path } = await givenEvent()
    await post(`${path}/attendances`, person('first'))
    const requests = 3
    for (let n = 0; n < requests; n++) {
      const rows = Array.from({ length: ROWS }, (_, i) => person(`row${n}-${i}`))
      const cost = await costOf(async () => {
        expect((await post(`${path}/attendances/bulk`, { rows })).body.recorded).toBe(ROWS)
      })
      expect(cost.calls / ROWS).toBeLessThan(1 / 3)
      expect(cost.units / ROWS).toBeLessThanOrEqual(6.5)
    }
    await assignPending()
    const all = requests * ROWS + 1
    expect((await get(path)).body.total_accepted).toBe(all)
    const listed = new Set<string>()
    for (let page = 1; page <= Math.ceil(all / 100); page++) {
      const { _embedded } = (await get(`${path}/attendances?per_page=100&page=${page}`)).body
      for (const { _links } of _embedded['osdi:attendances']) listed.add(_links.self.href)
    }
    expect(listed.size).toBe(all)
    const faults: string[] = []
    await audit(table, (fault) => faults.push(fault))
    expect(faults).toEqual([])
  })

  it('costs no more when it is repeated', async () => {
    const { path } = await givenEvent()
    const rows = Array.from({ length: ROWS }, (_, i) => person(`known${i}`))
    const first = await costOf(() => post(`${path}/attendances/bulk`, { rows }))
    const again = await costOf(() => post(`${path}/attendances/bulk`, { rows }))
    expect(again.units).toBeLessThan(first.units)
    // The known people and RSVPs are read together.
    expect(again.calls).toBeLessThan(ROWS / 5)
  })
})
