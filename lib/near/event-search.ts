import { type Box, isIn } from '../locations/great-circle.js'
import type { Place } from '../locations/geocode/find-place.js'
import type { Reach } from '../locations/reach.js'
import { type ListedEvent, type Listing, type Standing, isToCome } from './listed-event.js'
import type { AccessPart, EventKind } from '../events/accessibility.js'
import { pointOf } from '../events/event-point.js'

/** A search of a visitor. */
export interface EventSearch extends Reach {
  near?: Place | undefined
  bbox?: BoundingBox | undefined
  /** Days, `2026-05-04`. */
  from?: string | undefined
  until?: string | undefined
  mode?: 'in_person' | 'online' | undefined
  /** Any of these kinds. */
  kinds?: readonly EventKind[] | undefined
  /** All of these parts of what a place is like. */
  access?: readonly AccessPart[] | undefined
  /** Leaves out events that take no one any more. */
  withoutFull?: boolean | undefined
}

/** A box that crosses the date line where its west is above its east. */
export type BoundingBox = Box

export const DEFAULT_WITHIN = 25
export const NOTHING_SOUGHT: EventSearch = { within: DEFAULT_WITHIN, unit: 'mi' }

/** Events of a page, the first of them, and the position of the last of the page before. */
export interface SearchPage {
  listing: Listing
  search: EventSearch
  limit: number
  after?: FoundPosition | undefined
  /** Whether canceled events are wanted, as calendars do. */
  withCanceled?: boolean
  /** Whether the next date of a series stands for all of its dates, unless seats are asked for. */
  together?: boolean
  /**
   * Whether a search near a place ends with the events within reach: neither those without a place are looked for, nor
   * the nearest one beyond.
   */
  onlyPlaced?: boolean
  /** Entries that are read at first, where a few are wanted of many lists. */
  atFirst?: number
  /** Whether only the time and the page of an event are read. */
  onlyPages?: boolean
}

/** An event that was found. */
export interface FoundEvent {
  event: ListedEvent
  standing: Standing
  /** The number of later dates of its series, where these stand together. */
  more?: number
  /** From the place that was named. */
  km?: number | undefined
}

/** The result of a search. */
export interface FoundEvents {
  events: FoundEvent[]
  /** The position behind which the next page begins; absent at the end. */
  next?: FoundPosition | undefined
  /** The nearest event that matches otherwise, where no event with a place is within reach. */
  nearest?: FoundEvent | undefined
}

/** A position among the found: first by distance, then what has none. */
export interface FoundPosition {
  km?: number | undefined
  start: string
  id: string
}

/** Splits a box at the date line. */
export const partsOf = (box: BoundingBox): Box[] =>
  box.west <= box.east
    ? [box]
    : [
        { ...box, east: 180 },
        { ...box, west: -180 },
      ]

/** Whether an event is among the wanted ones, its distance aside. */
export function isWanted(
  event: ListedEvent,
  standing: Standing,
  { search, withCanceled }: Pick<SearchPage, 'search' | 'withCanceled'>,
  now: Date,
): boolean {
  return (
    isToCome(event, now) &&
    (withCanceled === true || event.status !== 'cancelled') &&
    isInMode(event, search.mode) &&
    isOnDays(event, search) &&
    isInBox(event, search.bbox) &&
    (!search.kinds || search.kinds.includes(event.kind ?? 'other')) &&
    (!search.access || search.access.every((part) => event.accessibility?.[part] === 'yes')) &&
    !(search.withoutFull && ['full', 'closed'].includes(standing.state))
  )
}

function isInMode({ attendance_mode: mode = 'in_person' }: ListedEvent, wanted: EventSearch['mode']): boolean {
  return wanted === undefined || mode === wanted || mode === 'mixed'
}

/** Whether one of its days, on its own clock, is among the wanted ones. */
function isOnDays({ start_date = '', end_date }: ListedEvent, { from, until }: EventSearch): boolean {
  const [first, last] = [start_date.slice(0, 10), (end_date ?? start_date).slice(0, 10)]
  const end = last < first ? first : last
  return (from === undefined || end >= from) && (until === undefined || first <= until)
}

function isInBox(event: ListedEvent, box: BoundingBox | undefined): boolean {
  if (!box) return true
  const point = pointOf(event)
  return point !== undefined && partsOf(box).some((part) => isIn(point, part))
}
