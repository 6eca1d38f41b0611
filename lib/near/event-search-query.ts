import { createHash } from 'node:crypto'
import { type Fault, invalid } from '../runtime/errors.js'
import { DEFAULT_WITHIN, type BoundingBox, type EventSearch, type FoundPosition } from './event-search.js'
import type { FindPlace } from '../locations/geocode/find-place.js'
import { type Unit, usualReach } from '../locations/reach.js'
import { ACCESS_PARTS, EVENT_KINDS } from '../events/accessibility.js'
import { isNativeId } from '../fields/identifier.js'

/** The query of a finder. */
export interface AskedEvents {
  search: EventSearch
  limit: number
  after?: FoundPosition | undefined
  /** Parameters as they were sent, without the cursor: what the addresses of further pages carry. */
  parameters: Record<string, string>
}

const DEFAULT_LIMIT = 25
const MOST_LIMIT = 100
const MOST_WITHIN = 500
const MOST_CHARACTERS = 200

const NAMES = ['near', 'within', 'unit', 'bbox', 'from', 'until', 'mode', 'full', 'kind', 'access', 'limit'] as const
type Name = (typeof NAMES)[number]

/**
 * Reads what a finder is asked for. An empty parameter is as an absent one; others than these are not read. `location`
 * is an older name of `near`.
 * @param country in which towns are looked for first, and whose unit of distances counts where none is sent
 * @throws OsdiError invalid, naming every fault
 */
export function readEventSearch(query: string, findPlace: FindPlace, country?: string): AskedEvents {
  const sent = new URLSearchParams(query)
  const textOf = (name: Name | 'after' | 'location') => sent.get(name)?.trim() || undefined
  const faults: Fault[] = []
  const read = <Value>(name: Name, parse: (text: string) => Value | undefined, should: string) => {
    const text = textOf(name)
    if (text === undefined) return undefined
    const value = text.length <= MOST_CHARACTERS ? parse(text) : undefined
    if (value === undefined) faults.push(faultOf(name, should))
    return value
  }
  const near = textOf('near') ?? textOf('location')
  const origin = near === undefined || near.length > MOST_CHARACTERS ? undefined : findPlace(near, country)
  if (near !== undefined && !origin) faults.push(unknownPlace(near))
  const bbox = read('bbox', boxIn, '`west,south,east,north` in degrees')
  if (near !== undefined && textOf('bbox') !== undefined)
    faults.push({ ...faultOf('bbox', 'left out where `near` is sent'), properties: ['near', 'bbox'] })
  const unit = read('unit', oneOf<Unit>('mi', 'km'), '`mi` or `km`')
  const usual = unit ? { within: DEFAULT_WITHIN, unit } : usualReach(country)
  const search: EventSearch = {
    ...(origin && { near: origin }),
    unit: usual.unit,
    within:
      read('within', (text) => numberIn(text, 1, MOST_WITHIN), `a number from 1 to ${MOST_WITHIN}`) ?? usual.within,
    ...(bbox && { bbox }),
    ...given('from', read('from', dayIn, 'a day: `2026-05-04`')),
    ...given('until', read('until', dayIn, 'a day: `2026-05-04`')),
    ...given('mode', read('mode', oneOf('in_person', 'online'), '`in_person` or `online`')),
    ...given('kinds', read('kind', wordsOf(EVENT_KINDS), listed(EVENT_KINDS))),
    ...given('access', read('access', wordsOf(ACCESS_PARTS), listed(ACCESS_PARTS))),
    ...(read('full', oneOf('exclude'), '`exclude`') && { withoutFull: true }),
  }
  const limit = read(
    'limit',
    (text) => (/^\d+$/.test(text) ? numberIn(text, 1, MOST_LIMIT) : undefined),
    `a whole number from 1 to ${MOST_LIMIT}`,
  )
  const parameters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = name === 'near' ? near : textOf(name)
      return text === undefined ? [] : [[name, text]]
    }),
  )
  const cursor = textOf('after')
  const after = cursor === undefined || faults.length > 0 ? undefined : positionIn(cursor, search)
  if (cursor !== undefined && faults.length === 0 && !after)
    faults.push({
      ...faultOf('near', ''),
      description: '`after` has to be a cursor of this query',
      properties: ['after'],
    })
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return { search, limit: limit ?? DEFAULT_LIMIT, after, parameters }
}

const given = <Key extends string, Value>(name: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Each in Key]?: Value }

const faultOf = (name: Name, should: string): Fault => ({
  error_code: 'invalid_parameter',
  description: `\`${name}\` has to be ${should}`,
  properties: [name],
})

const unknownPlace = (near: string): Fault => ({
  error_code: 'unknown_place',
  description: `The place “${near.slice(0, MOST_CHARACTERS)}” is not known`,
  properties: ['near'],
  hint: 'Send a postal code of the United States or Canada, a town with its state, or coordinates: `38.91,-77.04`',
})

function numberIn(text: string, least: number, most: number): number | undefined {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  return number >= least && number <= most ? number : undefined
}

const oneOf =
  <Word extends string>(...words: Word[]) =>
  (text: string) =>
    words.find((word) => word === text)

/** Returns the words of a list that is written with commas; undefined where one of them is unknown. */
const wordsOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word[] | undefined => {
    const found = text.split(',').map((each) => words.find((word) => word === each.trim()))
    return found.every((each) => each !== undefined) ? found : undefined
  }

const listed = (words: readonly string[]) => `some of ${words.join(', ')}, with commas between`

function dayIn(text: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay && new Date(text).toISOString().startsWith(text) ? text : undefined
}

function boxIn(text: string): BoundingBox | undefined {
  const numbers = text.split(',').map((each) => (/^\s*[-+]?\d+(\.\d+)?\s*$/.test(each) ? Number(each) : NaN))
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers
  const isBox =
    numbers.length === 4 &&
    [west, east].every((each) => Math.abs(each) <= 180) &&
    [south, north].every((each) => Math.abs(each) <= 90) &&
    south <= north
  return isBox ? { west, south, east, north } : undefined
}

/** Returns the cursor of a position: what it is a cursor of, and the position. */
export const cursorOf = (search: EventSearch, { km, start, id }: FoundPosition): string =>
  Buffer.from(JSON.stringify([fingerprintOf(search), km ?? null, start, id])).toString('base64url')

function positionIn(cursor: string, search: EventSearch): FoundPosition | undefined {
  try {
    const parts = JSON.parse(Buffer.from(cursor.slice(0, 500), 'base64url').toString()) as unknown[]
    const [of, km, start, id] = parts
    const isPosition =
      of === fingerprintOf(search) &&
      (km === null || (typeof km === 'number' && search.near !== undefined)) &&
      typeof start === 'string' &&
      /^[\dT:.Z-]{10,30}$/.test(start) &&
      typeof id === 'string' &&
      isNativeId(id)
    return isPosition ? { ...(km !== null && { km: km }), start, id } : undefined
  } catch {
    return undefined
  }
}

/** Tells queries apart. The number of events on a page may change from page to page. */
const fingerprintOf = (search: EventSearch) =>
  createHash('sha256').update(JSON.stringify(search)).digest('base64url').slice(0, 8)
