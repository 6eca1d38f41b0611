import { expect, it } from 'vitest'
import type { FoundEvent } from '../../../lib/near/event-search.js'
import type { ListedEvent } from '../../../lib/near/listed-event.js'
import { overviewOf } from '../../../lib/near/overview.js'

const found = (id: string, start_date: string, region: string, latitude = 40, longitude = -90): FoundEvent => ({
  standing: { state: 'to_come' },
  event: {
    id,
    start_date,
    start: start_date,
    location: {
      locality: 'Somewhere',
      region,
      country: 'US',
      location: { latitude, longitude, accuracy: 'Approximate' },
    },
  } as unknown as ListedEvent,
})

const COMING: Record<string, number> = { a: 3, b: 90, c: 0, d: 90, e: 1, f: 2 }
const all = [
  found('a', '2031-01-16T10:00:00', 'IL'),
  found('b', '2031-01-16T11:00:00', 'IL'),
  found('c', '2031-01-16T12:00:00', 'WI', 43),
  found('d', '2031-01-17T10:00:00', 'WI', 43),
  found('e', '2031-01-17T11:00:00', 'OH'),
  found('f', '2031-01-18T10:00:00', 'OH'),
]

it('an overview adds up the people, and names the largest events, of two as large the sooner one first', () => {
  const overview = overviewOf(all, (id) => COMING[id] ?? 0)
  expect(overview).toMatchObject({
    events: 6,
    people: 186,
    regions: 3,
    days: { first: '2031-01-16', last: '2031-01-18' },
  })
  expect(overview.biggest.map(({ event, coming }) => [event.id, coming])).toEqual([
    ['b', 90],
    ['d', 90],
    ['a', 3],
    ['f', 2],
  ])
})

it('an overview says nothing of what is not there', () => {
  expect(overviewOf([], () => 0)).toMatchObject({ events: 0, people: 0, biggest: [], clusters: [] })
  expect(overviewOf([], () => 0).days).toBeUndefined()
  expect(overviewOf(all, () => 0).biggest).toEqual([])
})

it('events of two neighboring towns are one circle on the map of a country, and two on that of their state', () => {
  const counts = (events: FoundEvent[]) => overviewOf(events, () => 0).clusters.map(({ count }) => count)
  const towns = [found('a', '2031-01-16', 'IL', 39.8, -89.6), found('b', '2031-01-16', 'IL', 40.7, -89.6)]
  expect(counts(towns)).toEqual([1, 1])
  const coast = found('c', '2031-01-16', 'CA', 37.8, -122.4)
  expect(counts([...towns, coast])).toEqual([2, 1])
})
