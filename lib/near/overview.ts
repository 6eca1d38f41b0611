import type { EventSearch, FoundEvent } from './event-search.js'
import type { Box } from '../locations/great-circle.js'
import type { ListedEvent } from './listed-event.js'
import { ACCESS_PARTS, type AccessPart, EVENT_KINDS, type EventKind } from '../events/accessibility.js'
import { pointOf } from '../events/event-point.js'

/** The numbers and the map on the front page of a campaign. */
export interface Overview {
  events: number
  /** States and provinces in which events take place. */
  regions: number
  clusters: Cluster[]
  /** People who come to all of them, with the guests whom they bring. */
  people: number
  /** The events to which most people come, the largest first. */
  biggest: { event: ListedEvent; coming: number }[]
  /** The kinds that some of them have, in the order of all kinds. */
  kinds: EventKind[]
  /** The accessibility of at least one of their places. */
  access: AccessPart[]
  /** The first and the last day on which one of them starts, on its own clock. */
  days?: { first: string; last: string } | undefined
  /** The map that shows nearly all of them. */
  map: 'us' | 'earth'
}

/** Events that are near each other on the map. */
export interface Cluster {
  latitude: number
  longitude: number
  count: number
  /** The town that most of them are in. */
  locality?: string | undefined
  box: Box
}

/** Events among the largest ones that a front page names. */
const MOST_BIGGEST = 4

/**
 * Returns what a map and a headline show of events.
 * @param coming number of people who come to an event
 */
export function overviewOf(found: FoundEvent[], coming: (id: string) => number): Overview {
  const placed = found.flatMap(({ event }) => {
    const point = pointOf(event)
    return point ? [{ ...point, locality: event.location.locality }] : []
  })
  const inStates = found.filter(({ event }) => pointOf(event) && event.location.country === 'US')
  const map = inStates.length >= MOSTLY * placed.length ? 'us' : 'earth'
  const { height, width } = squareOf(map, placed)
  const squares = Map.groupBy(
    placed,
    ({ latitude, longitude }) => `${Math.floor(latitude / height)} ${Math.floor(longitude / width)}`,
  )
  const regions = found.map(({ event: { location } }) => location.region && `${location.country} ${location.region}`)
  const days = found.map(({ event }) => (event.start_date ?? '').slice(0, 10)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return {
    events: found.length,
    people: found.reduce((sum, { event }) => sum + coming(event.id), 0),
    // Sorting is stable: of two events with as many people, the sooner one comes first.
    biggest: found
      .map(({ event }) => ({ event, coming: coming(event.id) }))
      .filter(({ coming }) => coming > 0)
      .toSorted((one, other) => other.coming - one.coming)
      .slice(0, MOST_BIGGEST),
    days: first && last ? { first, last } : undefined,
    kinds: EVENT_KINDS.filter((kind) => found.some(({ event }) => event.kind === kind)),
    access: ACCESS_PARTS.filter((part) => found.some(({ event }) => event.accessibility?.[part] === 'yes')),
    regions: new Set(regions.filter(Boolean)).size,
    map,
    clusters: [...squares.values()].map(clusterOf).toSorted((one, other) => other.count - one.count),
  }
}

/** The part of its events that a campaign has in the United States, for the map of these. */
const MOSTLY = 0.9

/** Times that the part of a map with its events is enlarged at most: to some hundred miles, or to a land. */
export const MOST_ENLARGED = { us: 6, earth: 8 }

/**
 * Degrees of the squares in which events are one circle, as far apart as circles are on the whole of a map; and those
 * in which circles have room. Of events that are closer together, a map shows a part.
 */
const MAPS = {
  us: { square: { height: 2, width: 2.5 }, room: { height: 16, width: 45 } },
  earth: { square: { height: 9, width: 12 }, room: { height: 90, width: 280 } },
}

/** Returns the degrees of a square on the map of some points. */
function squareOf(map: 'us' | 'earth', points: { latitude: number; longitude: number }[]) {
  const { square, room } = MAPS[map]
  const across = (name: 'latitude' | 'longitude') => {
    const all = points.map((point) => point[name]).toSorted((one, other) => one - other)
    return (all.at(-1) ?? 0) - (all[0] ?? 0)
  }
  const part = Math.max(across('latitude') / room.height, across('longitude') / room.width, 1 / MOST_ENLARGED[map])
  return { height: square.height * Math.min(1, part), width: square.width * Math.min(1, part) }
}

type Placed = { latitude: number; longitude: number; locality: string | undefined }

function clusterOf(events: Placed[]): Cluster {
  const of = (name: 'latitude' | 'longitude') => events.map((event) => event[name])
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const towns = Map.groupBy(events, ({ locality }) => locality)
  const [largest] = [...towns].toSorted(([, one], [, other]) => other.length - one.length)
  return {
    latitude: mean(of('latitude')),
    longitude: mean(of('longitude')),
    count: events.length,
    locality: largest?.[0],
    box: {
      south: Math.min(...of('latitude')) - EDGE,
      north: Math.max(...of('latitude')) + EDGE,
      west: Math.min(...of('longitude')) - EDGE,
      east: Math.max(...of('longitude')) + EDGE,
    },
  }
}

/** Addresses have two decimals, so that a box is a little larger than its events. */
const EDGE = 0.005

/** The query that finds the events of a cluster. */
export const searchOfCluster = ({ box: { west, south, east, north } }: Cluster): Pick<EventSearch, 'bbox'> => ({
  bbox: {
    west: Math.max(-180, down(west)),
    south: Math.max(-90, down(south)),
    east: Math.min(180, up(east)),
    north: Math.min(90, up(north)),
  },
})

const down = (degrees: number) => Math.floor(degrees * 100) / 100
const up = (degrees: number) => Math.ceil(degrees * 100) / 100
