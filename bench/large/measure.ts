import { computeWaiting } from '../../lib/app/computing.js'
import type { Service } from '../service.js'
import type { Filled } from './fill.js'
import type { Open } from './organizer.js'
import { type Step, stepsOf } from './pages.js'

/** The cost of a page, or of what a queue does for it. */
export interface MeasuredStep extends Step {
  answer: string
  calls: number
  read: number
  write: number
  ms: number
}

/**
 * Measures each page, and what the queue does for it.
 * @param times requests of a page. Calls and units are those of the first, milliseconds are the median
 */
export async function measurePages(
  { service, table }: Service,
  filled: Filled,
  open: Open,
  times: number,
): Promise<MeasuredStep[]> {
  const rows: MeasuredStep[] = []
  for (const step of await stepsOf(filled, open)) {
    const { waits, method = 'GET', path } = step
    const costs = []
    let answer = 'queue'
    for (let i = 0; i < (waits || method === 'POST' ? 1 : times); i++) {
      const before = { ...table.consumedCapacity }
      const started = performance.now()
      if (waits) await computeWaiting(service, { ...waits, waits_for_people: filled.owner })
      else answer = String((await open(method, path)).status)
      const ms = performance.now() - started
      const { read, write, requests } = table.consumedCapacity
      costs.push({
        calls: requests - before.requests,
        read: read - before.read,
        write: write - before.write,
        ms,
      })
    }
    const ms = costs.map((each) => each.ms).sort((one, other) => one - other)[costs.length >> 1] ?? 0
    rows.push({ ...step, answer, ...(costs[0] as (typeof costs)[0]), ms })
  }
  return rows
}
