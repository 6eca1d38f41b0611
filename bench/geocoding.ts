import { readFileSync } from 'node:fs'
import { ensureLocationTable } from '../infra/package/location-table.js'
import type { Address } from '../lib/locations/location.js'
import { embedded } from '../lib/locations/geocode/embedded.js'
import { openLocationTable } from '../lib/locations/geocode/location-table.js'
import type { Row } from './print-table.js'

const BUDGET_MS = 1
const TIMES = 5_000

const ADDRESSES: Record<string, Address> = {
  'a postal code': { postal_code: '96720' },
  'a city': { locality: 'Springfield', region: 'IL' },
  'a city of the world': { locality: 'Kathmandu', country: 'NP' },
  'what is not there': { postal_code: '00000', locality: 'Nowhere', region: 'ZZ' },
}

/** Measures what geocoding adds to a write: the first one, which opens the table, and warm ones. */
export async function measureGeocoding(): Promise<Row[]> {
  const file = await ensureLocationTable()
  const rows: Row[] = []
  for (const [what, address] of Object.entries(ADDRESSES)) {
    const geocode = embedded(openLocationTable(file))
    const first = await time(() => geocode(address))
    const warm = await time(async () => {
      for (let i = 0; i < TIMES; i++) await geocode(address)
    })
    rows.push(row(what, first, warm / TIMES))
  }
  const whole = await time(async () => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line]))
  })
  return [...rows, { ...row('the whole table, read into a Map', whole, 0), 'over budget': false, budget: '-' }]
}

const row = (looked: string, first: number, warm: number): Row => ({
  'looked up': looked,
  'first ms': round(first),
  'warm ms': round(warm),
  budget: BUDGET_MS,
  'over budget': warm > BUDGET_MS,
})

const round = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000

async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
