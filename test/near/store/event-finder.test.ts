import { beforeAll, describe, expect, it } from 'vitest'
import { NOTHING_SOUGHT, type SearchPage } from '../../../lib/near/event-search.js'
import type { OsdiEvent } from '../../../lib/events/event.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { inPieces } from '../../../lib/table/in-parallel.js'
import { eventFinder } from '../../../lib/near/store/event-finder.js'
import { overviewReader } from '../../../lib/near/store/overview-reader.js'
import { listedItems } from '../../../lib/near/store/listed-items.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import { freshTable } from '../../support/engine/tables.js'

const NOW = new Date('2026-11-01T12:00:00Z')
const DENVER = { latitude: 39.74, longitude: -104.99 }

let table: Table
beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

/** An event of a group. Without a point, its town is not known. */
const eventOf = (owner: string, n: number, point?: typeof DENVER) =>
  ({
    id: `event-${String(n).padStart(3, '0')}`,
    owner,
    origin: 'interface',
    title: `Rally ${n}`,
    start_date: `2026-12-${String(1 + (n % 28)).padStart(2, '0')}T18:00:00`,
    location: point
      ? { locality: 'Denver', country: 'US', location: { ...point, accuracy: 'Approximate' } }
      : { location: { latitude: 38, longitude: -97, accuracy: 'Approximate' } },
  }) as unknown as OsdiEvent

async function givenEvents(events: OsdiEvent[]) {
  for (const some of inPieces(events.flatMap(listedItems), 25))
    await table.client.send(
      new BatchWriteCommand({
        RequestItems: { [table.name]: some.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
}

/** Returns what is read, and the requests and units that it takes. */
async function costOf<Read>(read: () => Promise<Read>) {
  const before = { ...table.consumedCapacity }
  const found = await read()
  const { requests, read: units } = table.consumedCapacity
  return { found, requests: requests - before.requests, units: units - before.read }
}

describe.each([
  ['a few events', 'group:few', 30],
  ['more events than a Query reads at first', 'group:many', 250],
])('the page of a group with %s', (_, scope, count) => {
  const page: SearchPage = {
    listing: { scope, holds: 'own' },
    search: NOTHING_SOUGHT,
    limit: 20,
    together: true,
  }
  beforeAll(() => givenEvents(Array.from({ length: count }, (_, n) => eventOf(scope, n, DENVER))))

  it('has the same first events and the same overview, read at once or one after the other', async () => {
    const [one, other] = [eventFinder(table), eventFinder(table)]
    const [overview, found] = await Promise.all([overviewReader(table)(page.listing, NOW), one.find(page, NOW)])
    expect(found).toEqual(await other.find(page, NOW))
    expect([found.events.length, overview.events]).toEqual([20, count])
  })

  it('reads no event twice', async () => {
    const finder = eventFinder(table)
    const both = await costOf(() => Promise.all([overviewReader(table)(page.listing, NOW), finder.find(page, NOW)]))
    const overview = await costOf(() => overviewReader(table)(page.listing, NOW))
    expect(both).toMatchObject({ requests: overview.requests, units: overview.units })
  })

  it('has all events in the order of their starts on its further pages', async () => {
    const finder = eventFinder(table)
    const starts: string[] = []
    let after: SearchPage['after']
    do {
      const { events, next } = await finder.find({ ...page, limit: 99, after }, NOW)
      starts.push(...events.map(({ event }) => event.start))
      after = next
    } while (after)
    expect(starts).toHaveLength(count)
    expect(starts).toEqual(starts.toSorted())
  })
})

describe('a search near a place', () => {
  const listing = { scope: 'group:near', holds: 'own' } as const
  const search = { ...NOTHING_SOUGHT, near: { ...DENVER, name: 'Denver' } }
  beforeAll(() => givenEvents([eventOf('group:near', 1, DENVER), eventOf('group:near', 2)]))

  const find = (more: Partial<SearchPage>) =>
    costOf(() => eventFinder(table).find({ listing, search, limit: 10, ...more }, NOW))
  const titles = ({ found }: Awaited<ReturnType<typeof find>>) => found.events.map(({ event }) => event.title)

  it('ends with the events without a place', async () => {
    expect(titles(await find({}))).toEqual(['Rally 1', 'Rally 2'])
  })

  it('does not read them where only events with a place are wanted', async () => {
    const all = await find({})
    const placed = await find({ onlyPlaced: true })
    expect(titles(placed)).toEqual(['Rally 1'])
    expect(all.requests - placed.requests).toBe(1)
  })

  it('reads nothing beyond its reach for those who want no more', async () => {
    const far = { ...NOTHING_SOUGHT, near: { latitude: 42.36, longitude: -71.06, name: 'Boston' } }
    const many = { ...listing, scope: 'group:many' }
    const all = await find({ listing: many, search: far })
    const placed = await find({ listing: many, search: far, onlyPlaced: true })
    expect([all.found.nearest?.event.title, placed.found.nearest, titles(placed)]).toEqual(['Rally 0', undefined, []])
    expect(placed.units).toBeLessThan(all.units / 2)
  })
})

it('events with pages of their own are read without what the pages show', async () => {
  const [event] = await eventFinder(table).withPages('group:near', NOW)
  expect(event).toMatchObject({ id: 'event-001', start: '2026-12-02T18:00:00.000Z' })
  expect(Object.keys(event ?? {})).not.toContain('title')
})
