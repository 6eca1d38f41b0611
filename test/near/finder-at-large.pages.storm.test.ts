import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { distanceKm } from '../../lib/locations/great-circle.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { listedItems } from '../../lib/near/store/listed-items.js'
import { demo, get, givenInterfaceEvent, table } from '../support/service.js'
import { isLong } from '../support/size.js'

/*
 * 3,000 events of a campaign at real postal codes, others elsewhere, and visitors at random: what a finder answers is
 * what a comparison with all events finds, within a limit of units and requests. A long run has 100,000 others.
 */

const [EVENTS, OTHERS, VISITORS] = isLong ? [3_000, 100_000, 300] : [800, 200, 25]

interface PostalCode {
  zip: string
  latitude: number
  longitude: number
  city: string
  state: string
  country: string
}
const { codes } = createRequire(import.meta.url)('zipcodes') as { codes: Record<string, PostalCode> }
const locations = Object.values(codes).filter(
  ({ country, latitude, longitude, state }) => country === 'US' && latitude && longitude && !/^A[AEP]$/.test(state),
)

let seed = 20_260_117
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
const anyPlace = () => locations[Math.floor(random() * locations.length)] as PostalCode
const rounded = (degrees: number) => Number(degrees.toFixed(4))

const CAMPAIGN = demo.event_campaign.id
let events: OsdiEvent[]

function eventLike(like: OsdiEvent, i: number, event_campaign_id: string, owner: OsdiEvent['owner']): OsdiEvent {
  const { zip, city, state, latitude, longitude } = anyPlace()
  const id = `${String(i).padStart(8, '0')}-0000-4000-8000-${event_campaign_id.slice(-12)}`
  const { location } = like
  return {
    ...like,
    id,
    owner,
    event_campaign_id,
    title: `Event ${i} in ${city}`,
    start_date_utc: new Date(Date.parse(like.start_date_utc as string) + (i % 50) * 3_600_000).toISOString(),
    location: {
      ...location,
      locality: city,
      region: state,
      postal_code: zip,
      location: { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: 'Approximate' },
    },
  }
}

async function list(all: OsdiEvent[]): Promise<void> {
  const requests = all.flatMap(listedItems).map((Item) => ({ PutRequest: { Item } }))
  for (let i = 0; i < requests.length; i += 25 * 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, k) => requests.slice(i + k * 25, i + (k + 1) * 25))
        .filter((batch) => batch.length > 0)
        .map((batch) => table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: batch } }) as never)),
    )
}

beforeAll(async () => {
  const wallClock = `${new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)}T10:00:00`
  const { id } = await givenInterfaceEvent({
    start_date: { wallClock },
    timezone_identifier: 'UTC',
    location: { locality: 'Denver', region: 'CO' },
  })
  const { loadEvent } = await import('../../lib/events/store/load-event.js')
  const like = (await loadEvent(table, id)) as OsdiEvent
  const elsewhere = '00000000-0000-4000-8000-00000000eeee'
  events = Array.from({ length: EVENTS }, (_, i) => eventLike(like, i, CAMPAIGN, 'group:of-the-campaign'))
  await list(events)
  await list(Array.from({ length: OTHERS }, (_, i) => eventLike(like, i, elsewhere, 'group:elsewhere')))
}, 600_000)

describe(`a finder of ${EVENTS} events, with ${OTHERS} elsewhere`, () => {
  it.each([25, 50, 500])(
    'finds the nearest within %s miles exactly, at a limited cost',
    async (within) => {
      const consumed: { units: number; requests: number }[] = []
      let withoutAny = 0
      for (let i = 0; i < VISITORS; i++) {
        const { zip, latitude, longitude } = anyPlace()
        const from = { latitude: rounded(latitude), longitude: rounded(longitude) }
        const units = table.consumedCapacity.read
        const sent = table.consumedCapacity.requests
        const { status, body } = await get(`/event_campaigns/${CAMPAIGN}/events.json?near=${zip}&within=${within}`, {
          key: null,
        })
        expect([zip, status]).toEqual([zip, 200])
        consumed.push({
          units: table.consumedCapacity.read - units,
          requests: table.consumedCapacity.requests - sent,
        })
        const sorted = events
          .map((event) => ({ event, km: distanceKm(from, event.location.location) }))
          .toSorted(
            (one, other) =>
              one.km - other.km ||
              compare(one.event.start_date_utc ?? '', other.event.start_date_utc ?? '') ||
              compare(one.event.id, other.event.id),
          )
        const wanted = sorted.filter(({ km }) => km <= within * 1.609344).slice(0, 25)
        const found = body._embedded['osdi:events'].map(({ title }: { title: string }) => title)
        expect([zip, found]).toEqual([zip, wanted.map(({ event }) => event.title)])
        if (wanted.length === 0) {
          withoutAny += 1
          expect(body['service:nearest'].title).toBe(sorted[0]?.event.title)
        }
      }
      const most = (name: 'units' | 'requests') => Math.max(...consumed.map((each) => each[name]))
      const middle = (name: 'units' | 'requests') =>
        consumed.map((each) => each[name]).toSorted((one, other) => one - other)[Math.floor(VISITORS / 2)]
      if (isLong)
        console.log(
          `within ${within}: units ${middle('units')} (most ${most('units')}), requests ${middle('requests')} (most ${most('requests')}), ${withoutAny} of ${VISITORS} without an event in reach`,
        )
      expect(most('units')).toBeLessThanOrEqual(20)
      expect(most('requests')).toBeLessThanOrEqual(12)
    },
    600_000,
  )
})

describe(`the page of a campaign with ${EVENTS} events`, () => {
  const unitsOf = async (path: string) => {
    const units = table.consumedCapacity.read
    expect((await get(path, { key: null })).status).toBe(200)
    return table.consumedCapacity.read - units
  }

  it('reads all events and their counts once for many visitors, and then what it lists', async () => {
    const path = `/event_campaigns/${CAMPAIGN}`
    const first = await unitsOf(path)
    const then = [await unitsOf(path), await unitsOf(`${path}?near=60601`), await unitsOf(`${path}?near=98101`)]
    if (isLong) console.log(`page: ${first} units, then ${then.join(', ')}`)
    // Half a unit for the counts of an event, and a part of the list.
    expect(first).toBeLessThanOrEqual(EVENTS * 0.62 + 25)
    for (const units of then) expect(units).toBeLessThanOrEqual(20)
  })
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
