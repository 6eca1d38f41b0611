import { peopleCame, peopleComing, type Totals } from '../events/totals.js'
import type { OsdiEvent } from '../events/event.js'
import { isListed } from '../events/visibility.js'
import { isOver } from '../events/upcoming.js'
import type { Person } from '../people/person.js'
import { KM_PER_MILE, type Point, distanceKm } from '../locations/great-circle.js'
import { pointOf } from '../events/event-point.js'
import { isDeclined, isWaiting } from './review.js'

/** An event of a campaign, who comes, and its host where a supporter hosts it. */
export interface ReportedEvent {
  event: OsdiEvent
  totals: Pick<Totals, 'accepted' | 'guests' | 'attended' | 'attended_guests' | 'waitlisted'>
  host: Person | undefined
}

/** Numbers of the events of a state, or of a day. */
export interface ReportRow {
  /** `US IL`, or `2027-01-16`; empty where it is not known. */
  of: string
  events: number
  /** Events that wait for the team. */
  waiting: number
  /** People who come, with their guests. */
  coming: number
  attended: number
}

/** People of a postal code who have no event near them. */
export interface Gap extends Point {
  /** `US 62629` */
  code: string
  locality?: string | undefined
  region?: string | undefined
  people: number
}

/** The numbers of a campaign at one time. */
export interface CampaignNumbers {
  /** Numbers of all events that are not canceled. */
  all: ReportRow
  cancelled: number
  /** Events that the team has declined before they were public. */
  declined: number
  hosts: number
  states: ReportRow[]
  days: ReportRow[]
  gaps: {
    /** People without an event within reach, and people whose place is known. */
    people: number
    placed: number
    /** The postal codes with most of these people, the most first. */
    codes: Gap[]
    /** Codes beyond those. */
    further: number
    /** The same people on a map. */
    squares: (Point & { people: number; locality?: string | undefined })[]
  }
}

/** The report of a campaign, which a queue's function writes: its numbers, and a file of its events and hosts. */
export interface CampaignReport {
  id: string
  campaign: string
  requested_date: string
  /** The country of the owner, whose spreadsheets open the file. */
  country?: string
  completed_date?: string
  /** Number of people of the group: when the report was asked for, and looked at so far. */
  total: number
  written: number
  numbers?: CampaignNumbers
  /** The names of the parts of the file. */
  parts?: string[]
}

/** An event within this many miles of a person counts as nearby. */
const GAP_MILES = 25

/** Most postal codes, days and states that a report names. */
const [MOST_CODES, MOST_ROWS] = [100, 400]

/** Returns the state of an event as a report names it: `US IL`. */
export const stateOfEvent = ({ location: { country, region } }: Pick<OsdiEvent, 'location'>) =>
  region ? `${country} ${region.trim()}`.trim() : ''

/** Counts events by state and by day. Canceled ones, and those that the team has declined, are counted apart. */
export function numbersOf(reported: readonly ReportedEvent[]): Omit<CampaignNumbers, 'gaps'> {
  const living = reported.filter(({ event }) => event.status !== 'cancelled')
  const declined = reported.filter(({ event }) => isDeclined(event))
  const hosted = living.filter(({ event }) => event.host_link)
  return {
    all: rowOf('', living),
    cancelled: reported.length - living.length - declined.length,
    declined: declined.length,
    hosts: new Set(hosted.map(({ event }) => event.creator)).size,
    states: rowsBy(living, ({ event }) => stateOfEvent(event)).toSorted(
      (one, other) => other.events - one.events || compare(one.of, other.of),
    ),
    days: rowsBy(living, ({ event }) => (event.start_date ?? '').slice(0, 10)).toSorted((one, other) =>
      compare(one.of, other.of),
    ),
  }
}

const rowsBy = (reported: readonly ReportedEvent[], of: (each: ReportedEvent) => string): ReportRow[] =>
  [...Map.groupBy(reported, of)].map(([name, events]) => rowOf(name, events)).slice(0, MOST_ROWS)

const rowOf = (of: string, events: readonly ReportedEvent[]): ReportRow => {
  const sum = (count: (each: ReportedEvent) => number) => events.reduce((total, each) => total + count(each), 0)
  return {
    of,
    events: events.length,
    waiting: sum(({ event }) => (isWaiting(event) ? 1 : 0)),
    coming: sum(({ totals }) => peopleComing(totals)),
    attended: sum(({ totals }) => peopleCame(totals)),
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Finds where people live who have no upcoming public event nearby. */
export class GapFinder {
  private readonly events: Point[]
  private readonly codes = new Map<string, Gap & { isNear: boolean }>()
  private placed = 0

  constructor(reported: readonly ReportedEvent[], now: Date) {
    this.events = reported
      .filter(({ event }) => isListed(event) && event.status !== 'cancelled' && !isOver(event, now))
      .flatMap(({ event }) => pointOf(event) ?? [])
      .toSorted((one, other) => one.latitude - other.latitude)
  }

  /** Counts a person. One without a postal code, or whose code is not known, is in no gap. */
  add({ postal_addresses: [home], erased_date, merged_into }: Person): void {
    if (erased_date !== undefined || merged_into !== undefined || !home?.postal_code) return
    const { latitude, longitude } = home.location
    if (isUnknown(home.location)) return
    this.placed++
    const { country, postal_code, locality, region } = home
    const code = `${country} ${country === 'US' ? postal_code.slice(0, 5) : postal_code}`.trim()
    const known = this.codes.get(code)
    if (known) known.people++
    else {
      const point = { latitude, longitude }
      this.codes.set(code, { code, ...point, locality, region, people: 1, isNear: this.hasEventNear(point) })
    }
  }

  /** Only events of the same latitudes can be as near: they are sorted by it. */
  private hasEventNear(point: Point): boolean {
    const [km, degrees] = [GAP_MILES * KM_PER_MILE, (GAP_MILES * KM_PER_MILE) / 111 + 0.01]
    let [low, high] = [0, this.events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.events[middle] as Point).latitude < point.latitude - degrees) low = middle + 1
      else high = middle
    }
    for (let i = low; i < this.events.length; i++) {
      const event = this.events[i] as Point
      if (event.latitude > point.latitude + degrees) return false
      if (distanceKm(point, event) <= km) return true
    }
    return false
  }

  gaps(): CampaignNumbers['gaps'] {
    const all = [...this.codes.values()].filter(({ isNear }) => !isNear).map(({ isNear: _far, ...gap }) => gap)
    const sorted = all.toSorted((one, other) => other.people - one.people || compare(one.code, other.code))
    return {
      people: all.reduce((sum, { people }) => sum + people, 0),
      placed: this.placed,
      codes: sorted.slice(0, MOST_CODES),
      further: Math.max(0, sorted.length - MOST_CODES),
      squares: squaresOf(sorted),
    }
  }
}

/** The geocoder puts what it does not know into the middle of the country. */
const isUnknown = ({ latitude, longitude }: Point) => latitude === 38 && longitude === -97

/** Degrees of the squares in which people are one circle of the map. */
const SQUARE = { height: 2, width: 2.5 }

/** @param gaps the largest first, by which a circle is named */
const squaresOf = (gaps: readonly Gap[]): CampaignNumbers['gaps']['squares'] =>
  [
    ...Map.groupBy(
      gaps,
      ({ latitude, longitude }) => `${Math.floor(latitude / SQUARE.height)} ${Math.floor(longitude / SQUARE.width)}`,
    ).values(),
  ].map((inside) => {
    const people = inside.reduce((sum, gap) => sum + gap.people, 0)
    const mean = (of: (gap: Gap) => number) => inside.reduce((sum, gap) => sum + of(gap) * gap.people, 0) / people
    return {
      latitude: mean((gap) => gap.latitude),
      longitude: mean((gap) => gap.longitude),
      people,
      locality: inside[0]?.locality,
    }
  })
