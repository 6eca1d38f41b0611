import { describe, expect, it } from 'vitest'
import { faultPlan } from '../../../tools/storm/faults/faults.js'
import { RATES, readRates } from '../../../tools/storm/options.js'
import { randomOf } from '../../../tools/storm/calls/random.js'
import { planOperations } from '../../../tools/storm/calls/workload.js'
import type { Fixture } from '../../../tools/storm/fixture.js'

const fixture: Fixture = {
  contended: '/api/v2/events/contended',
  limited: [{ path: '/api/v2/events/limited', capacity: 5 }],
  changed: ['/api/v2/events/changed'],
  after: '/api/v2/events/after',
  campaign: '/api/v2/event_campaigns/1',
  tags: [{ name: 'known-0', id: 'tag' }],
  known: [{ email: 'known-0@example.org', phone: '13035551000', id: 'person' }],
}

const made = (seed: number, count = 400) =>
  planOperations(randomOf(seed), count).map(({ make, ...rest }) => ({ ...rest, ...make?.(fixture) }))

describe('a workload', () => {
  it('follows from its seed', () => {
    expect(made(7)).toEqual(made(7))
    expect(made(7)).not.toEqual(made(8))
  })

  it('has every kind of request, most of them for one event', () => {
    const operations = made(1)
    expect(new Set(operations.map(({ kind }) => kind)).size).toBe(16)
    const paths = operations.flatMap(({ request }) => (request?.path.endsWith('/attendances') ? [request.path] : []))
    const contended = paths.filter((path) => path.startsWith(fixture.contended))
    expect(contended.length).toBeGreaterThan(paths.length / 3)
  })

  it('names by a key of its own what may be done once', () => {
    const keys = made(1).flatMap(({ request }) => request?.headers?.['Idempotency-Key'] ?? [])
    expect(keys.length).toBeGreaterThan(10)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('sends browser RSVPs from networks of their own', () => {
    const addresses = made(1, 2_000).flatMap(({ request }) => request?.browserAt ?? [])
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

describe('a plan of faults', () => {
  const planned = (seed: number) => {
    const next = faultPlan(randomOf(seed), RATES, 0.004)
    return Array.from({ length: 5_000 }, (_, i) => next(i % 2 ? 'PutItem' : 'Query'))
  }

  it('follows from its seed, and has every fault that can happen', () => {
    expect(planned(3)).toEqual(planned(3))
    expect(new Set(planned(3))).toEqual(
      new Set([undefined, ...Object.keys(RATES).filter((fault) => fault !== 'unprocessed')]),
    )
  })

  it('has times when all attempts of one request can fail', () => {
    const runs = planned(3).map((fault, i, all) => fault && all.slice(i, i + 4).every((each) => each === fault))
    expect(runs.some(Boolean)).toBe(true)
  })
})

describe('rates', () => {
  it('are read by the names of faults, and stay as they are otherwise', () => {
    expect(readRates('throttled=0.2, error after=0')).toEqual({ ...RATES, throttled: 0.2, 'error after': 0 })
    expect(() => readRates('rain=1')).toThrow('There is no fault "rain"')
    expect(() => readRates('late=2')).toThrow('The rate of late must be from 0 to 1.')
    expect(() => readRates('late')).toThrow('The rate of late must be from 0 to 1.')
  })
})
