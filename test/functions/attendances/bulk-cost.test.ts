import { describe, expect, it } from 'vitest'
import { audit } from '../../../lib/dynamodb/audit/audit.js'
import { assignPending, get, givenEvent, post, table } from '../../support/service.js'

/* The cost of a row of a bulk request, against an RSVP by itself: requests of the table, and write units. */

const ROWS = 96

async function costOf(work: () => Promise<unknown>) {
  const before = { ...table.consumedCapacity }
  await work()
  const { requests, write } = table.consumedCapacity
  return { calls: requests - before.requests, units: write - before.write }
}

const person = (name: string) => ({ person: { email_addresses: [{ address: `${name}@cost.example` }] } })

describe('a row of a bulk request', () => {
  it('costs less than half the calls of an RSVP by itself, and about half of its write units', async () => {
    const { path } = await givenEvent()
    await post(`${path}/attendances`, person('first'))
    const single = await costOf(() => post(`${path}/attendances`, person('single')))
    const rows = Array.from({ length: ROWS }, (_, i) => person(`row${i}`))
    const together = await costOf(async () => {
      expect((await post(`${path}/attendances/bulk`, { rows })).body.recorded).toBe(ROWS)
    })
    expect(together.calls / ROWS).toBeLessThan(single.calls / 2)
    // How many rows share a transaction depends on the moment at which each is ready.
    expect(together.units / ROWS).toBeLessThan(0.6 * single.units)
    await assignPending()
    expect((await get(path)).body.total_accepted).toBe(ROWS + 2)
    expect((await get(`${path}/attendances?per_page=100`)).body._embedded['osdi:attendances']).toHaveLength(
      ROWS + 2,
    )
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
  })
})
